// One commit while it is judged: its record, a cursor over its events, and the draws behind them.

import { drawer, labelParts, mixedKey } from "../history/draws.js";
import { expect } from "./expect.js";
import { follow } from "./follow.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("../history/shapes.js").Event} Event */
/** @typedef {import("../history/shapes.js").Fields} Fields */
/** @typedef {import("../history/shapes.js").Rec} Rec */
/** @typedef {import("./expect.js").Find} Find */
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
    follow(this.table, event, find);
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
  const { sandbox } = table.opened;
  const result = drawer(mixedKey(sandbox ? "sandbox" : origin.table, origin.seed, shares));
  const scripted = new Set((sandbox?.deals ?? []).map((/** @type {{draw: string}} */ deal) => deal.draw));
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
    if ((label.purpose === "bot") !== (bot && place === 0))
      find(`${field}.label`, "is not where a bot draws");
    if (label.purpose === "bot") expect(find, `${field}.label`, label.seat, commit.record.seat);
    if (label.seat !== null && label.seat >= table.seats.length)
      find(`${field}.label`, "names a seat that does not exist");
    expect(find, `${field}.label`, label.decision, number);
    const series = draw.label.slice(0, draw.label.lastIndexOf(":"));
    const count = (table.draws.get(series) ?? 0) + 1;
    table.draws.set(series, count);
    expect(find, `${field}.label`, label.count, count);
    if (Array.isArray(draw.got) && draw.got.length !== draw.of)
      find(`${field}.got`, `has not ${draw.of} entries`);
    else if (!scripted.has(label.purpose)) expect(find, `${field}.got`, draw.got, result(draw));
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
  takeStoppedClocks(commit);
  if (commit.coming === "table.decision_opened") {
    const event = commit.takeAny();
    const lapses = commit.table.proposal?.lapses ?? Infinity;
    if (event.data["number"] >= lapses) commit.take("table.end_lapsed");
  }
  else if (commit.coming === "table.closed") takeClosed(commit, "finished");
  else if (how.deal) commit.lost("deals, but opens no decision");
}

/** Only the rules know which clocks stop while a decision stays open. @param {Commit} commit */
function takeStoppedClocks(commit) {
  let before = -1;
  while (commit.coming === "table.clock_stopped") {
    const event = commit.takeAny();
    if (event.data["seat"] <= before) commit.findAt(event)("event.data.seat", "is not ascending");
    before = event.data["seat"];
  }
}

/**
 * @param {Commit} commit
 * @param {"finished" | "abandoned" | "withheld" | "broken" | "agreed" | "cancelled"} reason
 * @param {number[]} [withheld]
 */
export function takeClosed(commit, reason, withheld) {
  commit.take("table.closed", { reason, seed: commit.origin.seed, withheld: withheld ?? null });
}
