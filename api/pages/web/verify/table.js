// The state of a table as its own events tell it; the events of a game do not change it.

import { same } from "./canonical.js";

/** @typedef {import("./shapes.js").Event} Event */
/** @typedef {import("./shapes.js").Fields} Fields */
/** @typedef {{player: string, piece: string | null, luck: string | null, bot: string | null, running: number, autopilot: boolean}} Seat */
/** @typedef {{number: number, kind: string, seats: number[], deadline: string | null, opened: string, awayUntil: string, missed: Set<number>}} Decision */
/** @typedef {"new" | "open" | "reveal" | "deal" | "playing" | "closed"} Phase */
/** @typedef {(field: string, message: string) => void} Find */

const DAY = 86_400_000;
const REVEAL = 30_000;

/** @param {string} time @param {number} milliseconds */
export const after = (time, milliseconds) => {
  const moment = new Date(Date.parse(time) + milliseconds);
  return Number.isNaN(moment.getTime()) ? "beyond the calendar" : moment.toISOString();
};

export class Table {
  /** @type {Phase} */
  phase = "new";
  /** @type {Fields} */
  opened = {};
  /** @type {Seat[]} */
  seats = [];
  /** @type {Fields | null} */
  started = null;
  /** @type {(string | null)[]} */
  shares = [];
  /** @type {Decision | null} */
  decision = null;
  /** @type {Fields | null} */
  forked = null;
  /** @type {Fields | null} */
  closed = null;
  number = 0; // of the last decision of the game
  /** @type {Map<string, number>} milliseconds that the rules give each kind of decision */
  patience = new Map();
  /** @type {Map<string, number>} draws by purpose, decision and seat */
  draws = new Map();
  at = "";

  get status() {
    if (this.closed !== null) return String(this.closed["reason"]);
    return this.started === null ? "open" : "running";
  }

  get players() {
    return this.seats.map((seat) => seat.player);
  }

  /** @param {number} number */
  seat(number) {
    return this.seats[number] ?? null;
  }

  /** Whether no person is left to decide. */
  get deserted() {
    return this.seats.every((seat) => seat.autopilot || seat.bot !== null);
  }

  /** Whether the player of a seat was late or away, so that the next move is a return. */
  isAway(/** @type {number} */ number) {
    const seat = this.seat(number);
    return seat !== null && (seat.autopilot || seat.running > 0);
  }

  /** The deadline of a decision that opens now; undefined if only the rules know it. */
  deadline(/** @type {string} */ at, /** @type {boolean} */ reveal) {
    const clock = this.opened["clock"];
    if (this.forked !== null) return null;
    if (reveal) return after(at, clock === null || clock >= 86_400 ? DAY : REVEAL);
    if (clock === null) return null;
    return clock === "rules" ? undefined : after(at, clock * 1000);
  }

  /**
   * Apply an event, after a check of everything that earlier events fix.
   *
   * @param {Event} event
   * @param {Find} find
   */
  follow(event, find) {
    if (this.at !== "" && event.at < this.at) find("event.at", `is before ${this.at}`);
    this.at = event.at;
    if (this.phase === "closed") find("event.type", "comes after the table was closed");
    if ((this.phase === "new") !== (event.type === "table.opened")) find("event.type", "is not where a table is opened");
    const apply = FOLLOW[event.type];
    if (apply !== undefined) apply(this, event.data, event, find);
    else if (this.phase !== "playing" && this.phase !== "deal") find("event.type", "comes before the deal");
  }
}

/**
 * @param {Find} find
 * @param {string} field
 * @param {unknown} got
 * @param {unknown} wanted
 */
export function expect(find, field, got, wanted) {
  if (!same(got, wanted)) find(field, `is ${brief(got)}, not ${brief(wanted)}`);
}

/** @param {unknown} value */
const brief = (value) => {
  const text = JSON.stringify(value) ?? "absent";
  return text.length > 120 ? `${text.slice(0, 120)}…` : text;
};

/** @type {Record<string, (table: Table, data: Fields, event: Event, find: Find) => void>} */
const FOLLOW = {
  "table.opened": (table, data, event, find) => {
    expect(find, "event.data.expires", data["expires"], after(event.at, DAY));
    table.opened = data;
    table.phase = "open";
  },
  "table.seat_taken": (table, data, event, find) => {
    requirePhase(table, "open", find);
    expect(find, "event.data.seat", data["seat"], table.seats.length);
    if (table.seats.length >= table.opened["seats"]) find("event.data.seat", "is more than the table has");
    const { piece } = data;
    if (piece !== null && table.seats.some((seat) => seat.piece === piece)) find("event.data.piece", "belongs to another seat");
    if (data["luck"] !== null && (table.opened["sealed_luck"] !== true || data["bot"] !== undefined)) find("event.data.luck", "is not allowed here");
    table.seats.push({ player: data["player"], piece, luck: data["luck"], bot: data["bot"] ?? null, running: 0, autopilot: false });
  },
  "table.luck_sealed": (table, data, event, find) => {
    requirePhase(table, "open", find);
    const seat = seatOf(table, data, find);
    if (table.opened["sealed_luck"] !== true) find("event.data.commitment", "is not allowed at this table");
    if (seat === null) return;
    if (seat.luck !== null || seat.bot !== null) find("event.data.seat", "cannot commit, or has done so");
    seat.luck = data["commitment"];
  },
  "table.seat_left": (table, data, event, find) => {
    requirePhase(table, "open", find);
    if (seatOf(table, data, find) !== null) table.seats.splice(data["seat"], 1);
  },
  "table.started": (table, data, event, find) => {
    requirePhase(table, "open", find);
    for (const name of ["game", "rules_version", "options"]) expect(find, `event.data.${name}`, data[name], table.opened[name]);
    expect(find, "event.data.players", data["players"], table.players);
    expect(find, "event.data.luck", data["luck"], table.seats.map((seat) => seat.luck));
    if (data["rewards"].length !== table.seats.length) find("event.data.rewards", "are not one list for each seat");
    table.started = data;
    table.shares = table.seats.map((seat) => (seat.luck === null ? "" : null));
    table.phase = table.shares.includes(null) ? "reveal" : "deal";
  },
  "table.luck_revealed": (table, data, event, find) => {
    requirePhase(table, "reveal", find);
    if (table.shares[data["seat"]] !== null) find("event.data.seat", "has no share to reveal");
    table.shares[data["seat"]] = data["share"];
    if (!table.shares.includes(null)) table.phase = "deal";
  },
  "table.luck_drawn": (table, data, event, find) => {
    if (table.phase !== "deal") requirePhase(table, "playing", find);
  },
  "table.decision_opened": openDecision,
  "table.deadline_moved": (table, data, event, find) => {
    const { decision } = table;
    if (decision === null || decision.deadline === null) return find("event.type", "has no deadline to move");
    if (data["deadline"] < decision.deadline) find("event.data.deadline", "moves back");
    if (data["away_until"] < decision.awayUntil) find("event.data.away_until", "moves back");
    decision.deadline = data["deadline"];
    decision.awayUntil = data["away_until"];
  },
  "table.timed_out": (table, data, event, find) => {
    const seat = lateSeat(table, data, event, find);
    if (seat === null) return;
    if (seat.autopilot || table.decision?.missed.has(data["seat"])) find("event.data.seat", "has already missed this decision");
    expect(find, "event.data.running", data["running"], seat.running + 1);
    seat.running = data["running"];
    table.decision?.missed.add(data["seat"]);
  },
  "table.default_played": (table, data, event, find) => {
    const seat = table.seat(data["seat"]);
    const missed = table.decision?.missed.has(data["seat"]) ?? false;
    if (seat?.autopilot !== true) lateSeat(table, data, event, find);
    if (!table.decision?.seats.includes(data["seat"])) find("event.data.seat", "is not asked");
    if (seat?.autopilot !== true && !missed) find("event.data.seat", "is neither on autopilot nor late");
  },
  "table.autopilot_engaged": (table, data, event, find) => {
    const seat = seatOf(table, data, find);
    if (table.started === null) find("event.type", "comes before the start");
    if (seat === null) return;
    if (seat.autopilot || seat.bot !== null) find("event.data.seat", "is a bot's, or on autopilot already");
    if (data["reason"] === "time_outs" && seat.running !== 3) find("event.data.reason", "needs the third time-out in a row");
    seat.autopilot = true;
  },
  "table.seat_returned": (table, data, event, find) => {
    const seat = seatOf(table, data, find);
    if (seat === null) return;
    if (!table.isAway(data["seat"])) find("event.data.seat", "was neither late nor on autopilot");
    seat.autopilot = false;
    seat.running = 0;
  },
  "table.forked": (table, data, event, find) => {
    requirePhase(table, "playing", find);
    table.forked = data;
    for (const seat of table.seats) Object.assign(seat, { player: data["player"], bot: null, running: 0, autopilot: false });
    table.shares = table.seats.map(() => "");
    if (table.decision !== null) table.decision.deadline = null;
  },
  "table.closed": (table, data, event, find) => {
    const { reason, outcome } = data;
    if ((reason === "finished") !== (outcome !== null)) find("event.data.outcome", `does not belong to ${reason}`);
    if (reason === "finished") {
      requirePhase(table, "playing", find);
      for (const name of ["places", "scores"]) {
        if (outcome !== null && outcome[name].length !== table.seats.length) find(`event.data.outcome.${name}`, "are not one for each seat");
      }
    }
    if (reason === "withheld") requirePhase(table, "reveal", find);
    if ((reason === "withheld") !== (data["withheld"] !== undefined)) find("event.data.withheld", `does not belong to ${reason}`);
    table.closed = data;
    table.decision = null;
    table.phase = "closed";
  },
};

/**
 * @param {Table} table
 * @param {Fields} data
 * @param {Event} event
 * @param {Find} find
 */
function openDecision(table, data, event, find) {
  const { seats, number, kind, deadline } = data;
  const reveal = table.phase === "reveal";
  if (!reveal && table.phase !== "deal") requirePhase(table, "playing", find);
  const sealed = [...table.shares.keys()].filter((seat) => table.shares[seat] === null);
  if (reveal) {
    expect(find, "event.data.seats", seats, sealed);
    expect(find, "event.data.kind", kind, "reveal");
    expect(find, "event.data.key", data["key"], "reveal");
  }
  expect(find, "event.data.number", number, reveal ? 0 : table.number + 1);
  if (seats.length === 0 || seats.some((/** @type {number} */ seat, /** @type {number} */ place) => seat >= table.seats.length || (place > 0 && seat <= seats[place - 1]))) {
    find("event.data.seats", "are not seats of the table, ascending");
  }
  const due = table.deadline(event.at, reveal);
  if (due !== undefined) expect(find, "event.data.deadline", deadline, due);
  else patienceHolds(table, kind, event.at, deadline, find);
  if (!reveal) [table.number, table.phase] = [number, "playing"];
  table.decision = { number, kind, seats, deadline, opened: event.at, awayUntil: event.at, missed: new Set() };
}

/**
 * The rules give every decision of one kind the same time.
 *
 * @param {Table} table
 * @param {string} kind
 * @param {string} at
 * @param {string | null} deadline
 * @param {Find} find
 */
function patienceHolds(table, kind, at, deadline, find) {
  if (deadline === null) return find("event.data.deadline", "is missing, though the table has a clock");
  const given = Date.parse(deadline) - Date.parse(at);
  const usual = table.patience.get(kind) ?? given;
  if (given !== usual || given <= 0) find("event.data.deadline", `gives ${given} ms, but ${usual} ms before for \`${kind}\``);
  table.patience.set(kind, usual);
}

/** @param {Table} table @param {Phase} phase @param {Find} find */
function requirePhase(table, phase, find) {
  if (table.phase !== phase) find("event.type", `cannot be here: the table is ${table.phase}, not ${phase}`);
}

/** @param {Table} table @param {Fields} data @param {Find} find */
function seatOf(table, data, find) {
  const seat = table.seat(data["seat"]);
  if (seat === null) find("event.data.seat", "does not exist");
  return seat;
}

/** @param {Table} table @param {Fields} data @param {Event} event @param {Find} find */
function lateSeat(table, data, event, find) {
  const seat = seatOf(table, data, find);
  const { decision } = table;
  if (decision === null || table.phase !== "playing") {
    find("event.type", "has no open decision");
    return seat;
  }
  if (!decision.seats.includes(data["seat"])) find("event.data.seat", "is not asked");
  if (seat !== null && seat.bot !== null) find("event.data.seat", "is a bot's, which is never timed out");
  if (decision.deadline === null || event.at < decision.deadline) find("event.at", `is before the deadline ${decision.deadline}`);
  return seat;
}
