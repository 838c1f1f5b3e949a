// A table as it happens: one stream brings events and states, one request sends a command.
// @ts-check
import { distinct } from "../lib/board.js";
import { Problem } from "../client/ludotheque.js";
import { componentsOf, drawing, game as gameOf } from "../lib/games.js";
import { askServer } from "../screens/server_notices.js";
import { client } from "../lib/session.js";

const PAST = 200; // events before now that the log begins with
const PACE = 380; // milliseconds for which a position of others is shown at least
const MOST_WAITING = 4; // positions; more than this are skipped

const LATER = /** @type {any} */ (null); // loaded before anything is shown
/** @typedef {import("#api").SchemaStateSeen} State */
/** @typedef {import("#api").SchemaEvent} Event */

/** Whether the reader wants as little motion as possible. */
export const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

export class LiveTable {
  /** @param {string} id */
  constructor(id) {
    this.id = id;
    /** @type {import("#api").SchemaTableSeen} */ this.table = LATER;
    /** @type {import("#api").SchemaGameSeen} */ this.game = LATER;
    /** @type {any} */ this.components = null;
    /** @type {any} */ this.module = null;
    /** What is shown now. @type {State} */ this.state = LATER;
    /** What was shown before, and the events that led from there to here. @type {State | null} */ this.previous = null;
    /** @type {Event[]} */ this.between = [];
    /** @type {Map<number, Event>} */ this.events = new Map();
    this.first = 0; // the log begins after this version
    /** @type {State[]} */ this.waiting = [];
    /** @type {any} */ this.presence = null;
    this.connection = "connecting";
    this.lost = false; // whether the connection was lost and is not back yet
    this.pending = false;
    /** @type {Error | null} */ this.failure = null;
    /** @type {Error & { rule?: string | null } | null} */ this.rejection = null;
    /** @type {{ close: () => void } | null} */ this.stream = null;
    this.closed = false;
    this.timer = 0;
    this.changed = () => {};
  }

  /** Load the table and follow it. @param {() => void} changed */
  async open(changed) {
    this.changed = changed;
    this.closed = false;
    try {
      const table = await client.get(`/v1/tables/${this.id}`);
      const [game, components, module] = await Promise.all([gameOf(table.game), componentsOf(table.game), drawing(table.game)]);
      if (this.closed) return;
      Object.assign(this, { table, game, components, module, failure: null });
      this.first = Math.max(0, table.version - PAST);
      this.state = { ...table, seats: distinct(table.seats), seat: table.you.seat, actions: null, open_parameters: null };
      this.follow();
    } catch (failure) {
      this.failure = /** @type {Error} */ (failure);
    }
    this.changed();
  }

  /** Follow the table from where its log begins. After the reader has chosen another language, it brings all sentences and labels again. */
  follow() {
    this.stream?.close();
    this.stream = client.follow(this.id, {
      after: this.first,
      onEvent: (event) => this.note(event),
      onState: (state) => this.enqueue(state),
      onPresence: (presence) => this.set({ presence }),
      onSnapshot: (snapshot) => this.set({ presence: snapshot.presence }),
      onStatus: (connection) => this.connected(connection),
      onProblem: (failure) => this.set({ failure }),
    });
  }

  /** @param {string} connection */
  connected(connection) {
    if (connection === "live" && this.lost) askServer(); // it may be another server now
    this.set({ connection, lost: connection === "offline" || (this.lost && connection !== "live") });
  }

  close() {
    this.closed = true;
    clearTimeout(this.timer);
    this.stream?.close();
  }

  /** @param {object} values */
  set(values) {
    Object.assign(this, values);
    if (!this.closed) this.changed();
  }

  /** @param {Event} event */
  note(event) {
    if (event.version > this.first) this.events.set(event.version, event);
  }

  /** Show positions one after another, so that the moves of bots can be followed. @param {State} state */
  enqueue(state) {
    const newest = this.waiting.at(-1) ?? this.state;
    if (state.version < newest.version) return;
    if (state.version === newest.version && this.waiting.length) this.waiting.pop();
    this.waiting.push({ ...state, seats: distinct(state.seats) });
    if (this.waiting.length > MOST_WAITING || still() || document.hidden) this.waiting.splice(0, this.waiting.length - 1);
    if (!this.timer) this.showNext();
  }

  showNext() {
    this.timer = 0;
    const next = this.waiting.shift();
    if (!next || this.closed) return;
    const moved = this.show(next);
    if (moved && !still()) this.timer = setTimeout(() => this.showNext(), PACE);
    else this.showNext();
  }

  /** Show a position; return whether the game went on. @param {State} state */
  show(state) {
    if (state.version < this.state.version) return false;
    const moved = state.version > this.state.version;
    if (moved) {
      this.previous = this.state;
      this.between = this.eventsBetween(this.state.version, state.version);
    }
    this.state = { ...this.state, ...state };
    this.changed();
    return moved && Boolean(this.previous?.view);
  }

  /** @param {number} after @param {number} upTo */
  eventsBetween(after, upTo) {
    return this.log.filter(({ version }) => version > after && version <= upTo);
  }

  /** Send a command; its answer brings the new state. @param {any} command */
  async send(command) {
    if (this.pending) return;
    this.set({ pending: true, rejection: null });
    try {
      const answer = await client.send(this.id, command, { seat: this.state.seat });
      for (const event of answer.events) this.note(event);
      if (answer.state) this.enqueue(answer.state);
      this.set({ pending: false });
    } catch (failure) {
      this.set({ pending: false, rejection: failure });
    }
  }

  /** Run a request about seats; the stream brings its result. @param {() => Promise<unknown>} request */
  async act(request) {
    if (this.pending) return;
    this.set({ pending: true, rejection: null });
    try {
      await request();
      this.set({ pending: false });
    } catch (failure) {
      this.set({ pending: false, rejection: failure });
    }
  }

  /** Load the board again, after it could not be loaded. */
  async loadBoard() {
    this.set({ module: await drawing(this.table.game) });
  }

  /** Take the own seat back from the autopilot. */
  takeBack() {
    return this.act(() => client.post(`/v1/tables/${this.id}/seats`, {}));
  }

  /** Begin again, as another caller: after a seat was taken, the view is that of the seat. */
  restart() {
    this.close();
    Object.assign(this, { events: new Map(), waiting: [], timer: 0, previous: null });
    return this.open(this.changed);
  }

  /** Load the actions of a seat that need not decide but may. */
  async otherActions() {
    const found = await client.get(`/v1/tables/${this.id}/actions`, { query: { seat: this.state.seat, lang: client.lang } });
    this.show({ ...this.state, actions: found.actions, open_parameters: found.open_parameters });
    return found.actions.length > 0;
  }

  /** Load events before the log begins. */
  async earlier() {
    const after = Math.max(0, this.first - PAST);
    const page = await client.get(`/v1/tables/${this.id}/events`, { query: { after, limit: this.first - after, lang: client.lang } });
    const upTo = this.first;
    this.first = after;
    for (const event of page.events) if (event.version <= upTo) this.note(event);
    this.changed();
  }

  get log() {
    return [...this.events.values()].sort((a, b) => a.version - b.version);
  }

  /** Whether the position shown is the newest. */
  get settled() {
    return this.waiting.length === 0;
  }

  get over() {
    return !["open", "running"].includes(this.state?.status);
  }
}

/** @param {unknown} failure */
export const isMissing = (failure) => failure instanceof Problem && failure.status === 404;
