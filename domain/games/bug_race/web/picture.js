// The picture on the shelf of games.
import { html } from "#preact";
import { body } from "./body.js";

/** A bug that stretches its legs. */
export function picture() {
  const leg = (/** @type {string} */ path) => html`<path d=${path} fill="none" stroke="var(--ink)" stroke-width="4" stroke-linecap="round" />`;
  return html`<svg viewBox="0 0 160 100" aria-hidden="true" class="bug_race">
    <rect width="160" height="100" rx="8" fill="var(--grass)" />
    <path d="M0 30 H160 V70 H0 Z" fill="var(--sand)" />
    <path d="M132 20 V80" stroke="var(--white)" stroke-width="7" /><path d="M132 20 V80" stroke="var(--black)" stroke-width="7" stroke-dasharray="6 6" />
    ${["M48 38 Q46 24 34 18", "M66 34 Q66 22 62 14", "M84 38 Q92 26 104 18", "M48 62 Q44 76 38 84", "M66 66 Q68 78 74 86", "M84 62 Q96 74 98 84"].map(leg)}
    <g transform="translate(22 50)">${body("ladybird", "var(--red)", "", 96, 40)}</g>
  </svg>`;
}
