// Speed cards (green) and Action cards (yellow).
import { html, nameOf, textOf } from "#kit";
import { icon } from "./icons.js";
import { TEXTS } from "./texts.js";

/** @typedef {"fr" | "en"} Lang */

/**
 * Returns the kind of an Action card, or undefined for a Speed card.
 * @param {any} components
 * @param {string} id
 */
export function kindOf(components, id) {
  return components.action_cards.find((kind) => id === kind.id || id.replace(/-\d+$/, "") === kind.id);
}

/**
 * Names a card.
 * @param {any} components
 * @param {string} id
 * @param {Lang} lang
 * @returns {string}
 */
export function named(components, id, lang) {
  const kind = kindOf(components, id);
  return kind ? nameOf(components, "actions", kind.id, lang) : `${id} Bvm/h`;
}

/**
 * Returns the effect of an Action card in words; nothing for a Speed card.
 * @param {any} components
 * @param {string} id
 * @param {Lang} lang
 */
export function effect(components, id, lang) {
  const kind = kindOf(components, id);
  return kind ? textOf(components, "actions", kind.id, lang) : "";
}

/**
 * Draws a card.
 * @param {any} components
 * @param {string} id
 * @param {Lang} lang
 */
export function card(components, id, lang) {
  const kind = kindOf(components, id);
  return kind ? action(kind, named(components, id, lang)) : speed(components, id, lang);
}

/**
 * @param {any} components
 * @param {string} id
 * @param {Lang} lang
 */
function speed(components, id, lang) {
  const facts = components.speed_cards.find((each) => each.id === id);
  return html`<span class="gasterospeed-card gasterospeed-speed" data-piece=${id}>
    <b>${facts.value}</b>
    <span>${TEXTS[lang].steps(facts.steps)}</span>
    <svg viewBox="-20 -12 40 24" width="44" height="26" aria-hidden="true">
      ${Array.from({ length: facts.steps }, (_, index) => html`<path d="M${-6 + (index - (facts.steps - 1) / 2) * 14} -8 l10 8 l-10 8" fill="none" stroke="currentColor" stroke-width="4" stroke-linecap="round" stroke-linejoin="round" />`)}
    </svg>
  </span>`;
}

/**
 * @param {any} kind
 * @param {string} name
 */
function action(kind, name) {
  return html`<span class="gasterospeed-card gasterospeed-action" data-piece=${kind.id}>
    <i>${kind.order ?? "!"}</i>
    <svg viewBox="-20 -20 40 40" width="46" height="46" aria-hidden="true">${icon(kind.id)}</svg>
    <span>${name}</span>
  </span>`;
}

/** A card face down. */
export function back() {
  return html`<svg viewBox="0 0 26 36" width="26" height="36" aria-hidden="true"><rect class="board-back" x="1" y="1" width="24" height="34" rx="4" /><path d="M8 22 Q7 12 14 12 Q20 13 18 19 Q16 23 12 21" fill="none" stroke="var(--accent)" stroke-width="2" /></svg>`;
}

/**
 * Draws a card small, for the dashboards.
 * @param {any} components
 * @param {string} id
 * @param {Lang} lang
 */
export function small(components, id, lang) {
  const kind = kindOf(components, id);
  const label = named(components, id, lang);
  return kind
    ? html`<span class="gasterospeed-small gasterospeed-action" title=${label} role="img" aria-label=${label}><i>${kind.order ?? "!"}</i>
        <svg viewBox="-20 -20 40 40" width="22" height="22" aria-hidden="true">${icon(kind.id)}</svg></span>`
    : html`<span class="gasterospeed-small gasterospeed-speed" title=${label}>${id}</span>`;
}
