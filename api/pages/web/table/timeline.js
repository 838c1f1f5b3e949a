// The timeline: beats are played one step after another. Live tables, lessons and replays use it.
// @ts-check
import { speed } from "../lib/settings.js";

const STEP = 700; // milliseconds for a step with one beat; the longest motion takes 420
const FURTHER = 350; // for each further beat of a step
const READ = 5; // beats of a step for which there is time to read; the others are in the log
const FRAME = 16;

/**
 * What an event means to a reader: who did what by which rule, in the words of the game's package, with the facts of the event.
 * @typedef {{ version: number, type: string, who: number | null, text: string, rule: string | null, data: any }} Beat
 */

// The header says whose turn it is, the list of seats who sits where; luck is for the verifier.
const QUIET = ["table.decision_opened", "table.luck_drawn", "table.luck_sealed", "table.seat_taken", "table.seat_left"];

/** Return the beats of events: those that the reader may see and that are worth a sentence. @param {any[]} events @param {any} module of the game @returns {Beat[]} */
export function beatsOf(events, module) {
  const quiet = [...QUIET, ...(module?.quiet ?? [])];
  return events.filter((event) => event.sentence && !quiet.includes(event.type)).map(({ version, type, sentence, rule = null, data = {} }) =>
    ({ version, type, who: data.seat ?? null, text: sentence, rule, data }));
}

/** Milliseconds for which a step with so many beats is shown; 0 if the reader wants to see only where it leads. @param {number} beats */
export const lasting = (beats) => (speed() ? (STEP + FURTHER * Math.max(0, Math.min(beats, READ) - 1)) / speed() : 0);

/** Whether something on a board is still on its way; what pulses for ever is not. */
function moving() {
  const motions = [...document.querySelectorAll(".board-frame")].flatMap((frame) => frame.getAnimations?.({ subtree: true }) ?? []);
  return motions.some((motion) => motion.playState === "running" && motion.effect?.getComputedTiming().endTime !== Infinity);
}

export class Timeline {
  /**
   * @param {() => number | null} advance shows the next step and returns how many beats it has; null if nothing waits
   * @param {(beats: number) => number} [time] for which a step is shown
   */
  constructor(advance, time = lasting) {
    this.advance = advance;
    this.time = time;
    this.timer = 0;
  }

  /** Begin, unless it runs already. */
  run() {
    if (this.timer) return;
    if (moving()) this.wait(FRAME);
    else this.next();
  }

  next() {
    this.timer = 0;
    for (let beats = this.advance(); beats !== null; beats = this.advance()) {
      const time = this.time(beats);
      if (time > 0) return this.wait(time);
    }
  }

  /** The next step comes after this time, and not before all motion has ended. @param {number} time */
  wait(time) {
    this.timer = setTimeout(() => (moving() ? this.wait(FRAME) : this.next()), time);
  }

  stop() {
    clearTimeout(this.timer);
    this.timer = 0;
  }

  /** Go on at once. */
  hurry() {
    if (!this.timer) return;
    this.stop();
    this.next();
  }
}
