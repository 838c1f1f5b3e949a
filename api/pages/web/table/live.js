// A table as it happens: one stream brings events and states, one request sends a command.
// @ts-check
import { distinct } from "../lib/board.js";
import { Problem } from "../client/ludotheque.js";
import { componentsOf, drawing, game as gameOf } from "../lib/games.js";
import { askServer } from "../screens/server_notices.js";
import { client } from "../lib/session.js";
import { Playback } from "./playback.js";

const MOST = 500; // events that the API returns at once
const PAST = 200; // events before now that the log begins with

/** @typedef {import("#api").SchemaEvent} Event */

export class LiveTable extends Playback {
  /** @param {string} id */
  constructor(id) {
    super(id);
    /** @type {any} */ this.presence = null;
    this.connection = "connecting";
    this.lost = false; // whether the connection was lost and is not back yet
    /** @type {Error | null} */ this.failure = null;
    /** @type {Error & { rule?: string | null } | null} */ this.rejection = null;
    /** @type {{ close: () => void } | null} */ this.stream = null;
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
      this.since = table.version;
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
    super.close();
    this.stream?.close();
  }

  /** Send a command; its answer brings the new state. @param {any} command */
  async send(command) {
    if (this.pending) return;
    clearTimeout(this.plannedTimer);
    this.set({ pending: true, rejection: null, asked: [], planned: null });
    try {
      const answer = await client.send(this.id, command, { seat: this.state.seat });
      for (const event of answer.events) this.note(event);
      this.since = answer.events.at(-1)?.version ?? this.since;
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
    Object.assign(this, { events: new Map(), waiting: [], previous: null });
    return this.open(this.changed);
  }

  /** Load the actions of a seat that need not decide but may. */
  async otherActions() {
    const found = await client.get(`/v1/tables/${this.id}/actions`, { query: { seat: this.state.seat, lang: client.lang } });
    this.show({ ...this.state, actions: found.actions, open_parameters: found.open_parameters });
    return found.actions.length > 0;
  }

  /** Load all events, for the score sheet. */
  async whole() {
    while (this.first > 0) await this.earlier(MOST);
    return this.log;
  }

  /** Load events before the log begins. @param {number} [most] */
  async earlier(most = PAST) {
    const after = Math.max(0, this.first - most);
    const page = await client.get(`/v1/tables/${this.id}/events`, { query: { after, limit: this.first - after, lang: client.lang } });
    const upTo = this.first;
    this.first = after;
    for (const event of page.events) if (event.version <= upTo) this.note(event);
    this.changed();
  }

}

/** @param {unknown} failure */
export const isMissing = (failure) => failure instanceof Problem && failure.status === 404;
