// The state of a table as its own events tell it; the events of a game do not change it.

/** @typedef {import("./shapes.js").Fields} Fields */
/** @typedef {{player: string, piece: string | null, luck: string | null, bot: string | null, running: number, autopilot: boolean, outOfTime: boolean}} Seat */
/** @typedef {{number: number, kind: string, seats: number[], deadline: string | null, opened: string, awayUntil: string, missed: Set<number>}} Decision */
/** @typedef {"new" | "open" | "reveal" | "deal" | "playing" | "closed"} Phase */

import { bankOf, decisionTime } from "./banks.js";
import { DAY, after } from "./times.js";

const REVEAL = 30_000;

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
  /** @type {number[] | null} milliseconds of each seat, when its clock stopped last; null without banks */
  banks = null;
  /** @type {Map<number, import("./banks.js").SeatClock>} the clocks that run, by seat */
  running = new Map();
  /** @type {import("./banks.js").Run[]} the last times that clocks ran and no outage is made up for */
  runs = [];
  /** @type {Map<string, number | null>} milliseconds that the rules give each kind of reaction */
  windows = new Map();
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

  /** @param {Phase} phase */
  is(phase) {
    return this.phase === phase;
  }

  /** @param {number} number */
  seat(number) {
    return this.seats[number] ?? null;
  }

  /** Whether no person is left to decide. */
  get deserted() {
    const people = this.seats.filter((seat) => seat.bot === null);
    return (
      people.length > 0 &&
      people.every((seat) => seat.autopilot) &&
      !people.every((seat) => seat.outOfTime)
    );
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
    const time = decisionTime(clock);
    if (reveal) {
      const slow = clock === null || (bankOf(clock) ?? time ?? 0) >= DAY;
      return after(at, slow ? DAY : REVEAL);
    }
    if (clock === null) return null;
    return time === null ? undefined : after(at, time);
  }

  /** The deadline of a seat that must decide: its own if it has a bank. @param {number} seat */
  deadlineOf(seat) {
    if (this.banks === null || this.phase === "reveal") return this.decision?.deadline ?? null;
    return this.running.get(seat)?.deadline ?? null;
  }
}
