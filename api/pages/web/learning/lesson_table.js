// A lesson as a table: a recorded game that goes on when the learner plays what the note asks for. No server takes part.
// @ts-check
import { sameAction } from "../lib/board.js";
import { words } from "../lib/i18n.js";
import { speed } from "../lib/settings.js";
import { Playback } from "../table/playback.js";

export class LessonTable extends Playback {
  /** @param {any} lesson as the server sends it @param {{ game: any, components: any, module: any }} drawn */
  constructor(lesson, drawn) {
    super("lesson");
    this.lesson = lesson;
    Object.assign(this, drawn, { table: { id: this.id, game: lesson.game } });
    this.step = 0;
    this.at = -1; // the frame that is shown
    this.other = false; // whether the learner has just tried something else
    this.place(this.current.at);
  }

  get current() {
    return this.lesson.steps[this.step];
  }

  get isLast() {
    return this.step === this.lesson.steps.length - 1;
  }

  /** Whether the position of the note is shown. */
  get settled() {
    return this.at === this.current.at;
  }

  /** What the note asks for, if it asks now. */
  get expected() {
    return this.state.actions?.find((action) => sameAction(action.command, this.current.play)) ?? null;
  }

  /** Show a frame, in the present language. @param {number} at */
  place(at) {
    const before = this.at === at - 1 ? this.state : null;
    this.at = at;
    const events = this.lesson.frames.slice(0, at + 1).map((frame) => frame.events.map((event) => ({ ...event, sentence: words(event.sentence) })));
    this.previous = before;
    this.between = before ? events[at] : [];
    this.events = new Map(events.flat().map((event) => [event.version, event]));
    this.state = this.stateAt(this.lesson.frames[at]);
  }

  /** @param {any} frame @returns {any} */
  stateAt(frame) {
    const { names, seat: own } = this.lesson;
    const seats = names.map((name, seat) => ({ seat, name, kind: seat === own ? "person" : "bot", autopilot: false, resigned: false, clock: null }));
    const asked = this.settled && this.current.play;
    const actions = asked ? frame.actions.map((action) => ({ ...action, label: words(action.label), group: words(action.group) })) : null;
    return { ...frame, actions, seats, seat: own, status: "running", open_parameters: [], outcome: null };
  }

  /** Go on if this is the command that the note asks for; else say what is different about it. @param {any} command */
  async send(command) {
    if (!this.settled || !this.current.play) return;
    if (sameAction(command, this.current.play)) this.go(this.step + 1);
    else this.set({ other: true });
  }

  /** Go to another step: forwards by way of what happens until then. @param {number} step */
  go(step) {
    this.step = step;
    this.other = false;
    this.timeline.stop();
    this.since = this.state.version;
    if (this.current.at <= this.at || speed() === 0) this.place(this.current.at);
    this.set({});
    this.timeline.run();
  }

  /** Show the next frame, up to that of the note. */
  advance() {
    if (this.settled) return null;
    this.place(this.at + 1);
    this.set({});
    return this.told.length;
  }

  skip() {
    this.timeline.stop();
    this.place(this.current.at);
    this.set({});
  }
}
