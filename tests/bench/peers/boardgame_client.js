// Plays matches at a boardgame.io server over socket.io, each by one player per seat.
// A line "MATCHES MOVES LISTENERS" on stdin begins matches; then "play" plays so many moves of each, all
// matches at once, and prints how many were answered.
const { io } = require("socket.io-client");
const readline = require("readline");

const PLAYERS = 3;
const [port] = process.argv.slice(2);
const base = `http://127.0.0.1:${port}`;

const post = async (path, body) => {
  const answer = await fetch(base + path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return answer.json();
};

const socketOf = (match, seat, credentials) =>
  new Promise((resolve) => {
    const socket = io(`${base}/rally`, { transports: ["websocket"], forceNew: true });
    socket.once("sync", (_, { state }) => {
      socket.stateID = state._stateID;
      resolve(socket);
    });
    socket.emit("sync", match, seat, credentials, PLAYERS);
  });

// A match: the mover of each turn is connected, and `listeners` more are.
const begin = async (listeners) => {
  const { matchID } = await post("/games/rally/create", { numPlayers: PLAYERS });
  const credentials = [];
  for (let seat = 0; seat < PLAYERS; seat += 1) {
    const joined = await post(`/games/rally/${matchID}/join`, { playerName: "bench", playerID: String(seat) });
    credentials.push(joined.playerCredentials);
  }
  const socket = await socketOf(matchID, "0", credentials[0]);
  const more = [];
  for (let n = 0; n < listeners; n += 1) more.push(await socketOf(matchID, String(1 + (n % 2)), credentials[1 + (n % 2)]));
  return { matchID, credentials, socket, more, moves: 0 };
};

const move = (match) =>
  new Promise((resolve, reject) => {
    const seat = String(match.moves % PLAYERS);
    const action = {
      type: "MAKE_MOVE",
      payload: { type: "play", args: [0], playerID: seat, credentials: match.credentials[seat] },
    };
    match.socket.once("update", (_, state) => {
      if (state._stateID <= match.socket.stateID) reject(new Error("the move was refused"));
      match.socket.stateID = state._stateID;
      match.moves += 1;
      resolve();
    });
    match.socket.emit("update", action, match.socket.stateID, match.matchID, seat);
  });

const play = async (match, moves) => {
  while (match.moves < moves) await move(match);
};

const close = (match) => [match.socket, ...match.more].forEach((each) => each.close());

(async () => {
  let matches = [];
  let moves = 0;
  for await (const line of readline.createInterface({ input: process.stdin })) {
    if (line === "play") {
      await Promise.all(matches.map((match) => play(match, moves)));
      console.log(matches.reduce((sum, match) => sum + match.moves, 0));
      matches.forEach(close);
    } else {
      const [count, perMatch, listeners] = line.split(" ").map(Number);
      moves = perMatch;
      matches = await Promise.all([...Array(count)].map(() => begin(listeners)));
      console.log("prepared");
    }
  }
  process.exit(0);
})();
