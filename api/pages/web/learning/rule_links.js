// Where rules are cited: a press opens the rules of the game beside the board.
// @ts-check
import { t } from "../lib/i18n.js";
import { html } from "../vendor/preact.js";

/** @typedef {{ game: string, rule: string | null, opener: Element | null }} Shown */

/** @type {Shown | null} */
let shown = null;
/** @type {Set<() => void>} */
const listeners = new Set();

/** The rules that are open now, if any. */
export const shownRules = () => shown;

/** Open the guide to a game, or one of its rules. @param {string} game @param {string | null} [rule] */
export function showRules(game, rule = null) {
  set({ game, rule, opener: shown?.opener ?? document.activeElement });
}

/** Close them; the focus goes back to where it was. */
export function hideRules() {
  const opener = /** @type {HTMLElement | null} */ (shown?.opener ?? null);
  set(null);
  opener?.focus?.();
}

/** @param {Shown | null} next */
function set(next) {
  shown = next;
  for (const listener of listeners) listener();
}

/** @param {() => void} listener */
export function onRules(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function RuleLink({ game, rule }) {
  if (!rule) return null;
  return html`<button type="button" class="rule-link" aria-label=${t("rule_n", { id: rule })} onClick=${() => showRules(game, rule)}>${rule}</button>`;
}

export function RulesButton({ game }) {
  return html`<button type="button" class="rules-button" onClick=${() => (shown ? hideRules() : showRules(game))}>${t("rules")}</button>`;
}
