// Commits with which people end a table, or their own part in it, before the game is over.

import { takeClosed } from "./commit.js";

/** @typedef {import("./commit.js").Commit} Commit */

/** @type {Record<string, (commit: Commit) => void>} */
export const ENDINGS = {
  "table.resign": (commit) => {
    for (const seat of playingSeats(commit)) commit.take("table.seat_resigned", { seat });
    takeEarlyEnd(commit);
  },
  "table.agree_to_end": (commit) => {
    const { table } = commit;
    const [seat] = playingSeats(commit);
    if (table.proposal === null) commit.take("table.end_proposed", { seat });
    else commit.take("table.end_agreed", { seat });
    takeEarlyEnd(commit);
  },
  "table.withdraw_end": (commit) => {
    const [seat] = playingSeats(commit);
    commit.take("table.end_withdrawn", { seat });
  },
  "table.terminate": (commit) => {
    commit.sentBy("administrator");
    const { seed } = commit.origin;
    const notice = commit.command["reason"];
    commit.take("table.closed", { reason: "terminated", notice, seed, withheld: null });
  },
  "table.cancel": (commit) => {
    if (commit.table.phase !== "open") commit.lost("comes after the start");
    commit.sentBy(commit.table.opened["host"]);
    takeClosed(commit, "cancelled");
  },
};

/** The seats of a person who plays on. @param {Commit} commit @returns {number[]} */
function playingSeats(commit) {
  const { table, record } = commit;
  if (table.phase !== "playing") commit.lost("comes before the deal");
  const own = [...table.seats.keys()].filter(
    (seat) => table.seat(seat)?.player === record.by && table.seat(seat)?.bot === null,
  );
  if (own.length === 0 || own.some((seat) => table.resigned.includes(seat)))
    commit.lost("is not of a person who plays on");
  return own;
}

/** The end of a table that too few people play on, or that all of them end. @param {Commit} commit */
function takeEarlyEnd(commit) {
  const { table } = commit;
  const left = table.peopleLeft;
  const alone = left.length === 1 && table.resigned.length > 0 && !table.seats.some((seat) => seat.bot);
  if (left.length === 0 || alone) {
    const places = table.behind(table.seats.map(() => 1));
    const outcome = { places, scores: places.map(() => 0) };
    const { seed } = commit.origin;
    commit.take("table.closed", { reason: "resigned", outcome, seed, withheld: null });
  } else if (table.allAgree) takeClosed(commit, "agreed");
  else if (table.deserted) takeClosed(commit, "abandoned");
}
