// Every commit follows from its command: who may send it, and which events it causes in which order.

import { drawer, labelParts, mixedKey } from "./draws.js";
import { hex } from "./hashes.js";
import { seedCommitment, shareCommitment } from "./seals.js";
import { Table, after, expect } from "./table.js";

/** @typedef {import("./shapes.js").Event} Event */
/** @typedef {import("./shapes.js").Fields} Fields */
/** @typedef {import("./shapes.js").Rec} Rec */
/** @typedef {import("./table.js").Find} Find */
/** @typedef {{table: string, seed: string}} Origin the id and the seed that a part of a history was played under */

/** The commit cannot be followed any further. */
export class Lost extends Error {}

/** One commit while it is judged: its record and a cursor over its events. */
export class Commit {
  /**
   * @param {Table} table
   * @param {Origin} origin
   * @param {Rec} record
   * @param {Event[]} events
   * @param {(event: Event) => Find} findAt
   * @param {Find} findHere in the record of the command
   */
  constructor(table, origin, record, events, findAt, findHere) {
    this.table = table;
    this.origin = origin;
    this.record = record;
    this.events = events;
    this.findAt = findAt;
    this.findHere = findHere;
    this.command = record.command;
    this.place = 0;
  }

  /** The type of the next event, or null at the end. */
  get coming() {
    return this.events[this.place]?.type ?? null;
  }

  get comingIsOfGame() {
    return this.coming !== null && !this.coming.startsWith("table.");
  }

  /**
   * Take the next event, which must be of this type and, where given, have this data.
   *
   * @param {string} type
   * @param {Fields} [wanted]
   * @returns {Event}
   */
  take(type, wanted = {}) {
    const event = this.events[this.place];
    if (event === undefined) return this.lost(`causes no ${type}`);
    if (event.type !== type) {
      this.findAt(event)("event.type", `is ${event.type}, not ${type}`);
      throw new Lost();
    }
    return this.takeAny(wanted);
  }

  /**
   * @param {Fields} [wanted]
   * @returns {Event}
   */
  takeAny(wanted = {}) {
    const event = /** @type {Event} */ (this.events[this.place]);
    const find = this.findAt(event);
    for (const [name, value] of Object.entries(wanted)) {
      expect(find, `event.data.${name}`, event.data[name] ?? null, value ?? null);
    }
    expect(find, "event.at", event.at, this.record.at);
    expect(find, "event.seat", event.seat, this.record.seat);
    this.place += 1;
    this.table.follow(event, find);
    return event;
  }

  /** @param {string} message @returns {never} */
  lost(message) {
    this.findHere("command", message);
    throw new Lost();
  }

  /** @param {string} player */
  sentBy(player) {
    expect(this.findHere, "command.by", this.record.by, player);
  }

  end() {
    const event = this.events[this.place];
    if (event === undefined) return;
    this.findAt(event)("event.type", `${event.type} does not follow from ${this.command.type}`);
    throw new Lost();
  }
}

/**
 * Check the draws of the next event, if it has any, against the luck of the table.
 *
 * @param {Commit} commit
 * @param {{deal?: boolean, bot?: boolean}} [how]
 */
export function takeDraws(commit, { deal = false, bot = false } = {}) {
  const { table, origin } = commit;
  if (commit.coming !== "table.luck_drawn") {
    if (bot) commit.lost("of a bot begins with its draw");
    return;
  }
  const shares = table.shares.map((share) => share ?? "");
  const result = drawer(mixedKey(origin.table, origin.seed, shares));
  const event = commit.take("table.luck_drawn");
  const find = commit.findAt(event);
  const number = deal ? 0 : (table.decision?.number ?? 0);
  const { draws } = event.data;
  if (draws.length === 0) find("event.data.draws", "are none");
  for (const [place, draw] of draws.entries()) {
    const field = `event.data.draws[${place}]`;
    const label = labelParts(draw.label);
    if (label === null) {
      find(`${field}.label`, "is no label");
      continue;
    }
    expect(find, `${field}.label`, (label.purpose === "bot"), bot && place === 0);
    if (label.purpose === "bot") expect(find, `${field}.label`, label.seat, commit.record.seat);
    if (label.seat !== null && label.seat >= table.seats.length) find(`${field}.label`, "names a seat that does not exist");
    expect(find, `${field}.label`, label.decision, number);
    const series = draw.label.slice(0, draw.label.lastIndexOf(":"));
    const count = (table.draws.get(series) ?? 0) + 1;
    table.draws.set(series, count);
    expect(find, `${field}.label`, label.count, count);
    if (Array.isArray(draw.got) && draw.got.length !== draw.of) find(`${field}.got`, `has not ${draw.of} entries`);
    else expect(find, `${field}.got`, draw.got, result(draw));
  }
}

/**
 * Take what a move leads to: draws, events of the game, and the next decision or the end.
 *
 * @param {Commit} commit
 * @param {{deal?: boolean, bot?: boolean}} [how]
 */
export function takeMove(commit, how = {}) {
  takeDraws(commit, how);
  if (!commit.comingIsOfGame) commit.lost("causes no event of the game");
  while (commit.comingIsOfGame) commit.takeAny();
  if (commit.coming === "table.decision_opened") commit.takeAny();
  else if (commit.coming === "table.closed") takeClosed(commit, "finished");
  else if (how.deal) commit.lost("deals, but opens no decision");
}

/**
 * @param {Commit} commit
 * @param {"finished" | "abandoned" | "withheld"} reason
 * @param {number[]} [withheld]
 */
export function takeClosed(commit, reason, withheld) {
  commit.take("table.closed", { reason, seed: commit.origin.seed, withheld: withheld ?? null });
}

/** @type {Record<string, (commit: Commit) => void>} */
export const JUDGE = {
  "table.open": (commit) => {
    const { table, command, record, origin } = commit;
    if (table.phase !== "new") commit.lost("comes after the opening");
    const { clock = "rules", private: hidden = false, sealed_luck = true, follows = null, carried = null } = command;
    const commitment = hex(seedCommitment(origin.table, origin.seed));
    const event = commit.take("table.opened", {
      table: origin.table, game: command["game"], clock, host: record.by, private: hidden, sealed_luck,
      commitment: command["commitment"], follows, carried,
    });
    const find = commit.findAt(event);
    expect(find, "event.data.commitment", event.data["commitment"], commitment);
    if (command["seats"] !== undefined) expect(find, "event.data.seats", event.data["seats"], command["seats"]);
    for (const [name, value] of Object.entries(command["options"])) {
      expect(find, `event.data.options.${name}`, event.data["options"][name], value);
    }
    if (command["sit"] !== undefined) takeSeat(commit, command["sit"]);
  },
  "table.sit": (commit) => {
    const { table, record, command } = commit;
    if (table.phase === "open") return takeSeat(commit, command);
    const own = [...table.seats.keys()].filter((seat) => table.seat(seat)?.player === record.by && table.isAway(seat));
    if (own.length === 0) commit.lost("has no seat to return to");
    for (const seat of own) commit.take("table.seat_returned", { seat });
  },
  "table.seat_bot": (commit) => {
    const { table, command } = commit;
    if (table.phase !== "open") commit.lost("comes after the start");
    commit.sentBy(table.opened["host"]);
    const { bot, player, piece = null } = command;
    if (table.players.includes(player)) commit.findHere("command.command.player", "has a seat already");
    commit.take("table.seat_taken", { player, piece, luck: null, bot });
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
    onTime(commit);
    const event = commit.take("table.luck_revealed", { seat, share: command["share"] });
    const commitment = hex(shareCommitment(origin.table, record.by, event.data["share"]));
    expect(commit.findAt(event), "event.data.share", commitment, table.seat(seat)?.luck ?? null);
    if (!table.shares.includes(null)) takeMove(commit, { deal: true });
  },
  "table.move_deadline": (commit) => {
    const { table, command } = commit;
    commit.sentBy("clock");
    const { decision } = table;
    if (decision === null || decision.deadline === null) return commit.lost("has no deadline to move");
    let [deadline, away] = [Date.parse(decision.deadline), Date.parse(decision.awayUntil)];
    const outages = [...command["outages"]].sort((one, other) => one.began - other.began);
    for (const { began, ended } of outages) {
      if (away >= ended || began >= deadline) continue;
      deadline += ended - Math.max(began, away);
      away = ended;
    }
    const moved = { deadline: after("1970-01-01T00:00:00.000Z", deadline), away_until: after("1970-01-01T00:00:00.000Z", away) };
    if (moved.deadline === decision.deadline) commit.findHere("command.command.outages", "move nothing");
    commit.take("table.deadline_moved", moved);
  },
  "table.call_time": judgeTime,
};

/** @param {Commit} commit @param {Fields} sit */
function takeSeat(commit, sit) {
  const { table, record } = commit;
  const { piece = null, luck = null, admitted = false } = sit;
  if (table.players.includes(record.by)) commit.findHere("command.by", "has a seat already");
  if (table.opened["private"] && !admitted && record.by !== table.opened["host"]) commit.findHere("command.command.admitted", "is missing at a private table");
  commit.take("table.seat_taken", { player: record.by, piece, luck, bot: null });
}

/** @param {Commit} commit */
function judgeStart(commit) {
  const { table, command } = commit;
  if (table.phase !== "open") commit.lost("comes after the start");
  commit.sentBy(table.opened["host"]);
  const players = table.players;
  for (let further = 0; commit.coming === "table.seat_taken"; further++) {
    commit.take("table.seat_taken", { player: players[further % players.length], piece: null, luck: null, bot: null });
  }
  const { spent = [] } = command;
  const carried = new Map((table.opened["carried"] ?? []).map((/** @type {Fields} */ entry) => [entry["player"], entry["rewards"]]));
  for (const player of spent) {
    if (!carried.has(player)) commit.findHere("command.command.spent", "names a player who carries nothing");
    carried.delete(player);
  }
  commit.take("table.started", { rewards: table.players.map((player) => carried.get(player) ?? []) });
  if (table.phase === "reveal") commit.take("table.decision_opened");
  else takeMove(commit, { deal: true });
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
    if (record.at < table.opened["expires"]) commit.findHere("command.at", `is before ${table.opened["expires"]}`);
    return takeClosed(commit, "abandoned");
  }
  const { decision } = table;
  if (decision === null) return commit.lost("has no open decision");
  if (table.phase === "reveal") {
    if (decision.deadline === null || record.at < decision.deadline) commit.findHere("command.at", `is before the deadline ${decision.deadline}`);
    return takeClosed(commit, "withheld", [...table.shares.keys()].filter((seat) => table.shares[seat] === null));
  }
  if (commit.coming === "table.default_played") commit.takeAny();
  else {
    const { seat, running } = commit.take("table.timed_out").data;
    if (running >= 3) commit.take("table.autopilot_engaged", { seat, reason: "time_outs" });
    if (table.deserted) return takeClosed(commit, "abandoned");
  }
  takeMove(commit);
}

/** @param {Commit} commit a move in the game itself */
export function judgeMove(commit) {
  const { table, record } = commit;
  const seat = table.seat(record.seat ?? -1);
  if (seat === null || record.seat === null) return commit.lost("is of no seat");
  if (table.phase !== "playing" || table.decision === null) commit.lost("has no open decision");
  commit.sentBy(seat.player);
  if (!table.decision?.seats.includes(record.seat)) commit.findHere("command.seat", "is not asked");
  if (seat.bot === null) onTime(commit);
  if (table.isAway(record.seat)) commit.take("table.seat_returned", { seat: record.seat });
  takeMove(commit, { bot: seat.bot !== null });
}

/** @param {Commit} commit */
function onTime({ table, record, findHere }) {
  const deadline = table.decision?.deadline ?? null;
  if (deadline !== null && record.at > deadline) findHere("command.at", `is after the deadline ${deadline}`);
}
