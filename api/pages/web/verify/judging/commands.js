// Every commit follows from its command: who may send it, and which events it causes in which order.

import { givenBack, isOutOfTime } from "./banks.js";
import { takeClosed, takeMove } from "./commit.js";
import { ENDINGS } from "./endings.js";
import { expect } from "./expect.js";
import { hex } from "../history/hashes.js";
import { seedCommitment, shareCommitment } from "../history/seals.js";
import { beginIfComplete, judgeStart, takeSeat } from "./seating.js";
import { after } from "./times.js";

/** @typedef {import("./commit.js").Commit} Commit */

/** @type {Record<string, (commit: Commit) => void>} */
export const JUDGE = {
  "table.open": (commit) => {
    const { table, command, record, origin } = commit;
    if (table.phase !== "new") commit.lost("comes after the opening");
    const {
      clock = "rules",
      private: hidden = false,
      watch = hidden ? "invited" : "everyone",
      sealed_luck = true,
      follows = null,
      carried = null,
      log = null,
      rules = null,
      sandbox = null,
      rematch = null,
    } = command;
    const commitment = hex(seedCommitment(origin.table, origin.seed));
    const event = commit.take("table.opened", {
      table: origin.table,
      game: command["game"],
      clock,
      host: record.by,
      private: hidden,
      watch: watch === "everyone" ? null : watch, // left out of the event
      sealed_luck,
      commitment: command["commitment"],
      follows,
      carried,
      log,
      rules,
      sandbox,
      rematch,
    });
    const find = commit.findAt(event);
    if (sandbox !== null) {
      expect(find, "event.data.sandbox.seed", sandbox.seed, origin.seed);
      expect(find, "event.data.sandbox.clock", sandbox.clock, record.at);
    }
    expect(find, "event.data.commitment", event.data["commitment"], commitment);
    if (command["seats"] !== undefined)
      expect(find, "event.data.seats", event.data["seats"], command["seats"]);
    for (const [name, value] of Object.entries(command["options"] ?? {})) {
      expect(find, `event.data.options.${name}`, event.data["options"][name], value);
    }
    for (const { player, piece, bot } of rematch?.places ?? []) {
      if (bot !== null) commit.take("table.seat_taken", { player, piece, luck: null, bot, key: null });
    }
    if (command["sit"] !== undefined) takeSeat(commit, command["sit"]);
    for (const player of command["matched"] ?? [])
      commit.take("table.seat_taken", { player, piece: null, luck: null, bot: null, key: null });
    beginIfComplete(commit);
  },
  "table.sit": (commit) => {
    const { table, record, command } = commit;
    if (table.phase === "open") {
      takeSeat(commit, command);
      return beginIfComplete(commit);
    }
    const own = [...table.seats.keys()].filter(
      (seat) => table.seat(seat)?.player === record.by &&
        table.isAway(seat) &&
        !table.seat(seat)?.outOfTime,
    );
    if (own.length === 0) commit.lost("has no seat to return to");
    if (own.some((seat) => table.resigned.includes(seat))) commit.lost("is of a seat that resigned");
    for (const seat of own) commit.take("table.seat_returned", { seat });
  },
  "table.seat_bot": (commit) => {
    const { table, command } = commit;
    if (table.phase !== "open") commit.lost("comes after the start");
    commit.sentBy(table.opened["host"]);
    const { bot, player, piece = null } = command;
    if (table.players.includes(player))
      commit.findHere("command.command.player", "has a seat already");
    commit.take("table.seat_taken", { player, piece, luck: null, bot, key: null });
    beginIfComplete(commit);
  },
  "table.seal_luck": (commit) => {
    const { table, record, command } = commit;
    const seat = table.players.indexOf(record.by);
    if (seat < 0) commit.lost("is not of a seated player");
    commit.take("table.luck_sealed", { seat, commitment: command["commitment"] });
  },
  "table.leave": judgeLeave,
  "table.start": judgeStart,
  "table.reveal_luck": (commit) => {
    const { table, record, command, origin } = commit;
    const seat = record.seat ?? -1;
    if (table.phase !== "reveal" || table.seat(seat) === null) commit.lost("has nothing to reveal");
    commit.sentBy(table.players[seat] ?? "");
    const event = commit.take("table.luck_revealed", { seat, share: command["share"] });
    const commitment = hex(shareCommitment(origin.table, record.by, event.data["share"]));
    expect(commit.findAt(event), "event.data.share", commitment, table.seat(seat)?.luck ?? null);
    if (!table.shares.includes(null)) takeMove(commit, { deal: true });
  },
  "table.move_deadline": (commit) => {
    const { table, command } = commit;
    commit.sentBy("clock");
    const { decision } = table;
    if (table.banks !== null && table.phase !== "reveal") return takeGivenBack(commit);
    if (decision === null || decision.deadline === null)
      return commit.lost("has no deadline to move");
    let [deadline, away] = [Date.parse(decision.deadline), Date.parse(decision.awayUntil)];
    const outages = [...command["outages"]].sort((one, other) => one.began - other.began);
    for (const { began, ended } of outages) {
      if (away >= ended || began >= deadline) continue;
      deadline += ended - Math.max(began, away);
      away = ended;
    }
    const moved = {
      deadline: after("1970-01-01T00:00:00.000Z", deadline),
      away_until: after("1970-01-01T00:00:00.000Z", away),
    };
    if (moved.deadline === decision.deadline)
      commit.findHere("command.command.outages", "move nothing");
    commit.take("table.deadline_moved", moved);
  },
  "table.call_time": judgeTime,
  "table.advance_clock": (commit) => {
    const { table, command } = commit;
    if (table.opened["sandbox"] === undefined) commit.lost("needs a sandbox");
    commit.sentBy(table.opened["host"]);
    commit.take("table.clock_advanced", { seconds: command["seconds"] });
  },
  ...ENDINGS,
  "table.break_off": (commit) => {
    commit.sentBy("clock");
    takeClosed(commit, "broken");
  },
};

/** @param {Commit} commit */
function takeGivenBack(commit) {
  const wanted = givenBack(commit.table, commit.command["outages"]);
  if (wanted === null) return commit.lost("gives nobody time back");
  commit.take("table.time_given_back", wanted);
}

/** @param {Commit} commit */
function judgeLeave(commit) {
  const { table, record, command } = commit;
  const seat = table.seat(command["seat"]);
  if (seat === null) return commit.lost("names a seat that does not exist");
  if (table.phase === "open") {
    if (record.by !== table.opened["host"]) commit.sentBy(seat.player);
    commit.take("table.seat_left", { seat: command["seat"] });
    return;
  }
  commit.sentBy(seat.player);
  if (table.resigned.includes(command["seat"])) commit.lost("names a seat that resigned");
  const sealed = table.phase === "reveal" && table.shares[command["seat"]] === null;
  commit.take("table.autopilot_engaged", { seat: command["seat"], reason: "left" });
  if (sealed) takeClosed(commit, "withheld", [command["seat"]]);
  else if (table.deserted) takeClosed(commit, "abandoned");
}

/** @param {Commit} commit */
function judgeTime(commit) {
  const { table, record } = commit;
  commit.sentBy("clock");
  if (table.phase === "open") {
    if (record.at < table.opened["expires"])
      commit.findHere("command.at", `is before ${table.opened["expires"]}`);
    return takeClosed(commit, "abandoned");
  }
  const { decision } = table;
  if (decision === null) return commit.lost("has no open decision");
  if (table.phase === "reveal") {
    if (decision.deadline === null || record.at < decision.deadline)
      commit.findHere("command.at", `is before the deadline ${decision.deadline}`);
    return takeClosed(
      commit,
      "withheld",
      [...table.shares.keys()].filter((seat) => table.shares[seat] === null),
    );
  }
  if (commit.coming === "table.default_played") commit.takeAny();
  else {
    const { seat, running } = commit.take("table.timed_out").data;
    if (isOutOfTime(table, seat, record.at))
      commit.take("table.autopilot_engaged", { seat, reason: "bank_empty" });
    else if (running >= 3) commit.take("table.autopilot_engaged", { seat, reason: "time_outs" });
    if (table.deserted) return takeClosed(commit, "abandoned");
  }
  return takeMove(commit);
}

/** @param {Commit} commit a move in the game itself */
export function judgeMove(commit) {
  const { table, record } = commit;
  const seat = table.seat(record.seat ?? -1);
  if (seat === null || record.seat === null) return commit.lost("is of no seat");
  if (table.phase !== "playing" || table.decision === null) commit.lost("has no open decision");
  commit.sentBy(seat.player);
  if (seat.bot !== null && !table.decision?.seats.includes(record.seat))
    commit.findHere("command.seat", "is a bot's, which is not asked");
  if (table.resigned.includes(record.seat)) commit.lost("is of a seat that resigned");
  if (table.isAway(record.seat)) commit.take("table.seat_returned", { seat: record.seat });
  takeMove(commit, { bot: seat.bot !== null });
}
