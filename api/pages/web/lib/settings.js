// What a player has set for all tables; this browser keeps it.
// @ts-check
import { keep, read } from "./i18n.js";

const KEPT = "ludotheque.settings";

/**
 * `speed` of the timeline (0: at once; null: as the system wants motion), whether all actions are listed beside a drawn board, whether a move
 * is confirmed before it is sent, and whether forced moves and passes are sent by themselves.
 * @typedef {{ speed: number | null, list: boolean, confirm: boolean, auto: boolean }} Settings
 */

/** @type {Settings} */
const DEFAULTS = { speed: null, list: false, confirm: false, auto: false };
/** @type {Set<() => void>} */
const listeners = new Set();
let chosen = kept();

/** @returns {Settings} */
function kept() {
  try {
    return { ...DEFAULTS, ...JSON.parse(read(KEPT) ?? "{}") };
  } catch {
    return DEFAULTS;
  }
}

export const settings = () => chosen;

/** @param {Partial<Settings>} values */
export function set(values) {
  chosen = { ...chosen, ...values };
  keep(KEPT, JSON.stringify(chosen));
  apply();
  for (const listener of listeners) listener();
}

/** @param {() => void} listener */
export function onSettings(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether the reader wants as little motion as possible. */
export const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** How fast the timeline plays; 0: at once, which is the default of a reader who wants no motion. */
export const speed = () => chosen.speed ?? (still() ? 0 : 1);

/** Motions take as long as the speed says; theme.css knows how. */
function apply() {
  document.documentElement.style.setProperty("--speed", String(speed() || 1));
}

apply();
