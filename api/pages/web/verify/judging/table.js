// The state of a table as its own events tell it; the events of a game do not change it.

/** @typedef {import("../history/shapes.js").Fields} Fields */
/** @typedef {{player: string, piece: string | null, luck: string | null, bot: string | null, key: string | null, running: number, autopilot: boolean, outOfTime: boolean}} Seat */
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
  /** @type {number[]} the seats that resigned, in this order */
  resigned = [];
  /** @type {{seats: number[], lapses: number} | null} to end the table without a result */
  proposal = null;
  /** @type {number | null} the number of the decision at which one was made */
  lastProposal = null;
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

  /** The players that a rematch keeps its seats for, by seat. @returns {string[]} */
  get places() {
    const { places = [] } = this.opened["rematch"] ?? {};
    return places.map((/** @type {Fields} */ place) => place["player"]);
  }

  /** The seat that a player takes: the next one, or the kept one of a rematch. */
  nextSeat(/** @type {string} */ player) {
    const own = this.places.indexOf(player);
    if (own < 0) return this.seats.length;
    const before = this.places.slice(0, own);
    return this.players.filter((other) => before.includes(other)).length;
  }

  /** The people who have not resigned. */
  get peopleLeft() {
    const left = this.seats.filter((seat, n) => seat.bot === null && !this.resigned.includes(n));
    return [...new Set(left.map((seat) => seat.player))];
  }

  /** Whether all people who have not resigned agree to end the table. */
  get allAgree() {
    const agreed = this.proposal?.seats.map((seat) => this.players[seat]) ?? [];
    return this.peopleLeft.every((player) => agreed.includes(player));
  }

  /** Places in which the seats that resigned follow the others, the first one last. */
  behind(/** @type {number[]} */ places) {
    const gone = [...new Set(this.resigned.map((seat) => this.players[seat]))];
    const rank = places.map((place, seat) =>
      this.resigned.includes(seat) ? 100 - gone.indexOf(this.players[seat]) : place,
    );
    return rank.map((own) => 1 + rank.filter((other) => other < own).length);
  }

  /** Whether no person is left to decide. */
  get deserted() {
    const people = this.seats.filter((seat) => seat.bot === null);
    const gone = this.seats.filter((seat, n) => seat.outOfTime || this.resigned.includes(n));
    return (
      people.length > 0 &&
      people.every((seat) => seat.autopilot) &&
      !people.every((seat) => gone.includes(seat))
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
