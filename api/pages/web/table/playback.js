// A table on the timeline: positions wait until they are shown, with what led to them and what is asked next.
// @ts-check
import { distinct, sameAction } from "../lib/board.js";
import { settings, speed } from "../lib/settings.js";
import { automatic } from "./automatic.js";
import { deadlineOf, secondsLeft } from "./seats.js";
import { Timeline, beatsOf, lasting } from "./timeline.js";

const PATIENCE = 20_000; // milliseconds that the timeline may be behind; more is summarised
const SHARE = 4; // of the time to decide, so much of it may pass with the moves of others
const MOST_BEATS = 12; // of one step; more are a summary
const OPENED = "table.decision_opened"; // ends what one command has led to

const LATER = /** @type {any} */ (null); // loaded before anything is shown
/** @typedef {import("#api").SchemaStateSeen} State */
/** @typedef {import("#api").SchemaEvent} Event */

export class Playback {
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
    this.timeline = new Timeline(() => this.advance());
    this.since = 0; // the version after the last move of this player
    this.skipping = false; // whether the player wants to be asked again at once
    this.summarised = false; // whether what is shown came at once, instead of step by step
    this.pending = false;
    /** Candidates of which the player has to choose or confirm one. @type {any[]} */ this.asked = [];
    /** What will be sent by itself. @type {{ command: any, delay: number } | null} */ this.planned = null;
    this.plannedTimer = 0;
    this.closed = false;
    this.changed = () => {};
  }

  /** @param {any} command */
  async send(command) {
    void command; // a live table sends it, a lesson compares it
  }

  close() {
    this.closed = true;
    this.timeline.stop();
    clearTimeout(this.plannedTimer);
  }

  /** @param {object} values */
  set(values) {
    Object.assign(this, values);
    if (!this.closed) this.changed();
  }

  /** @param {Event} event */
  note(event) {
    if (event.version > this.first) this.events.set(event.version, event);
    if (event.version === this.waiting[0]?.version) this.timeline.run(); // it waited for this event
  }

  /** Show positions one after another, so that the moves of others can be followed. @param {State} state */
  enqueue(state) {
    const newest = this.waiting.at(-1) ?? this.state;
    if (state.version < newest.version) return;
    if (state.version === newest.version && this.waiting.length) this.waiting.pop();
    this.waiting.push({ ...state, seats: distinct(state.seats) });
    this.timeline.run();
  }

  /** Show the next position that goes on, if all that led to it is known; return its beats. */
  advance() {
    if (this.closed || !this.waiting.length || !this.knows(this.waiting[0].version)) return null;
    if (this.isLate) this.waiting.splice(0, this.waiting.findLastIndex(({ version }) => this.knows(version)));
    const next = /** @type {State} */ (this.waiting.shift());
    return this.show(next) ? this.told.length : this.advance();
  }

  /** Whether what waits would take too long to show: then the newest position is shown, with a summary. */
  get isLate() {
    const newest = /** @type {State} */ (this.waiting.at(-1));
    const deadline = newest.actions && deadlineOf(newest.seats[newest.seat ?? -1], newest);
    const patience = Math.min(PATIENCE, deadline ? (1000 * secondsLeft(deadline, Date.now())) / SHARE : PATIENCE);
    const ends = [this.state, ...this.waiting].map(({ version }) => version);
    const time = ends.slice(1).reduce((sum, end, n) => sum + lasting(this.beatsBetween(ends[n], end).length), 0);
    return this.skipping || speed() === 0 || document.hidden || time > patience;
  }

  /** Show what waits at once with a summary, until this player has to decide. */
  skip() {
    this.skipping = true;
    this.timeline.hurry();
  }

  /** Whether all events up to a version are here. @param {number} version */
  knows(version) {
    for (let each = this.state.version + 1; each <= version; each += 1) if (!this.events.has(each)) return false;
    return true;
  }

  /** Show a position; return whether the game went on. @param {State} state */
  show(state) {
    if (state.version < this.state.version) return false;
    const moved = state.version > this.state.version;
    if (moved) {
      this.previous = this.state;
      this.between = this.eventsBetween(this.state.version, state.version);
      this.summarised = this.skipping || this.told.length > MOST_BEATS || this.between.filter((event) => "type" in event && event.type === OPENED).length > 1;
    }
    this.state = { ...this.state, ...state };
    if (state.actions || this.over) this.skipping = false;
    if (moved) this.asked = [];
    this.plan();
    this.changed();
    return moved && Boolean(this.previous?.view);
  }

  /** @param {number} after @param {number} upTo */
  eventsBetween(after, upTo) {
    return [...this.events.values()].filter(({ version }) => version > after && version <= upTo).sort((a, b) => a.version - b.version);
  }

  /** @param {number} after @param {number} upTo */
  beatsBetween(after, upTo) {
    return beatsOf(this.eventsBetween(after, upTo), this.module);
  }

  /** The beats that led to what is shown. */
  get told() {
    return beatsOf(this.between, this.module);
  }

  /** What happened since the last move of this player, as far as it is shown. */
  get recap() {
    return this.beatsBetween(this.since, this.state.version);
  }

  /** What happened, as far as it is shown. */
  get log() {
    return this.eventsBetween(this.first, this.state.version);
  }

  /** Plan what is sent by itself, if the player wants that. */
  plan() {
    clearTimeout(this.plannedTimer);
    this.planned = settings().auto && this.settled && this.state.actions ? automatic(this.game, this.state) : null;
    const { command, delay } = this.planned ?? { command: null, delay: 0 };
    if (command) this.plannedTimer = setTimeout(() => this.send(command), delay);
  }

  /** Let the player decide after all. */
  hold() {
    clearTimeout(this.plannedTimer);
    this.set({ planned: null });
  }

  /** Play what was pressed; ask first if it may mean several actions, or if the player confirms moves. @param {any} chosen a command, or actions */
  choose(chosen) {
    const labelled = { label: "", command: chosen, ...this.state.actions?.find((action) => sameAction(action, chosen)) };
    const asked = Array.isArray(chosen) ? chosen : [labelled];
    if (asked.length > 1 || settings().confirm) this.set({ asked });
    else void this.send(asked[0].command);
  }

  /** Whether the position shown is the newest. */
  get settled() {
    return this.waiting.length === 0;
  }

  get over() {
    return !["open", "running"].includes(this.state?.status);
  }
}
