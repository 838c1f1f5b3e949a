// A boardgame.io server with a small card game: arguments are the port and a folder, or none for memory.
const { FlatFile, Server, Origins } = require("boardgame.io/server");

const PLAYERS = 3;
const CARDS = 400;

const rally = {
  name: "rally",
  setup: ({ random }) => {
    const deck = random.Shuffle([...Array(CARDS).keys()]);
    return { hands: [...Array(PLAYERS)].map(() => deck.splice(0, 5)), deck, place: Array(PLAYERS).fill(0) };
  },
  // Each player sees only the own hand, as at our tables.
  playerView: ({ G, playerID }) => ({
    ...G,
    deck: G.deck.length,
    hands: G.hands.map((hand, seat) => (String(seat) === playerID ? hand : hand.length)),
  }),
  moves: {
    play: {
      move: ({ G, playerID, events }, index) => {
        const [card] = G.hands[playerID].splice(index, 1);
        G.place[playerID] += card % 10;
        if (G.deck.length > 0) G.hands[playerID].push(G.deck.pop());
        events.endTurn();
      },
      client: false,
    },
  },
};

const [port, folder] = process.argv.slice(2);
const server = Server({
  games: [rally],
  origins: [Origins.LOCALHOST],
  ...(folder ? { db: new FlatFile({ dir: folder, logging: false }) } : {}),
});
server.run({ port: Number(port), callback: () => console.log("ready") });
