// Commits that fill seats, and the start that follows when a rematch is complete.

import { takeMove } from "./commit.js";
import { expect } from "./expect.js";

/** @typedef {import("./commit.js").Commit} Commit */
/** @typedef {import("../history/shapes.js").Fields} Fields */

/** @param {Commit} commit @param {Fields} sit */
export function takeSeat(commit, sit) {
  const { table, record } = commit;
  const { piece = null, luck = null, admitted = false, key = null } = sit;
  if (table.players.includes(record.by)) commit.findHere("command.by", "has a seat already");
  const kept = table.places.includes(record.by);
  if (table.places.length > 0 && !kept)
    commit.findHere("command.by", "has no place at this rematch");
  if (table.opened["private"] && !admitted && !kept && record.by !== table.opened["host"])
    commit.findHere("command.command.admitted", "is missing at a private table");
  commit.take("table.seat_taken", { player: record.by, piece, luck, bot: null, key });
}

/** @param {Commit} commit */
export function judgeStart(commit) {
  const { table, command } = commit;
  if (table.phase !== "open") commit.lost("comes after the start");
  commit.sentBy(table.opened["host"]);
  const { spent = [] } = command;
  begin(commit, spent);
}

/** The last player who comes to a rematch starts it. @param {Commit} commit */
export function beginIfComplete(commit) {
  const { places, seats } = commit.table;
  if (places.length > 0 && seats.length === places.length) begin(commit, []);
}

/** @param {Commit} commit @param {string[]} spent players whose rewards another table has */
function begin(commit, spent) {
  const { table } = commit;
  takeFurtherSeats(commit);
  const carried = new Map(
    (table.opened["carried"] ?? []).map((/** @type {Fields} */ entry) => [
      entry["player"],
      entry["rewards"],
    ]),
  );
  for (const player of spent) {
    if (!carried.has(player))
      commit.findHere("command.command.spent", "names a player who carries nothing");
    carried.delete(player);
  }
  commit.take("table.started", {
    rewards: table.players.map((player) => carried.get(player) ?? []),
  });
  if (table.is("reveal")) commit.take("table.decision_opened");
  else takeMove(commit, { deal: true });
}

/** In some games a player keeps further seats; the rules say which. @param {Commit} commit */
function takeFurtherSeats(commit) {
  const seated = [...commit.table.seats];
  while (commit.coming === "table.seat_taken") {
    const event = commit.take("table.seat_taken", { piece: null, luck: null });
    const keeper = seated.find((seat) => seat.player === event.data["player"]);
    const find = commit.findAt(event);
    if (keeper === undefined) find("event.data.player", "has no seat yet");
    else
      for (const name of /** @type {const} */ (["bot", "key"]))
        expect(find, `event.data.${name}`, event.data[name] ?? null, keeper[name]);
  }
}
