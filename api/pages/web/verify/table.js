// The state of a table as its own events tell it; the events of a game do not change it.

/** @typedef {import("./shapes.js").Fields} Fields */
/** @typedef {{player: string, piece: string | null, luck: string | null, bot: string | null, running: number, autopilot: boolean}} Seat */
/** @typedef {{number: number, kind: string, seats: number[], deadline: string | null, opened: string, awayUntil: string, missed: Set<number>}} Decision */
/** @typedef {"new" | "open" | "reveal" | "deal" | "playing" | "closed"} Phase */

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
  /** @type {number[]} the seats that resigned, in this order */
  resigned = [];
  /** @type {{seats: number[], lapses: number} | null} to end the table without a result */
  proposal = null;
  /** @type {number | null} the number of the decision at which one was made */
  lastProposal = null;
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

  /** @param {Phase} phase */
  is(phase) {
    return this.phase === phase;
  }

  /** @param {number} number */
  seat(number) {
    return this.seats[number] ?? null;
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
    return people.length > 0 && people.every((seat) => seat.autopilot);
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
}
