// The picture on the shelf of games.
import { html } from "#preact";
import { snail } from "./snail.js";

/** Three snails before the finish. */
export function picture() {
  const check = (/** @type {number} */ index) => html`<path d="M${128 + (index % 2) * 8} ${18 + index * 8} h8 v8 h-8 Z" fill="var(--black)" />`;
  return html`<svg viewBox="0 0 160 100" aria-hidden="true" class="gasterospeed">
    <rect width="160" height="100" rx="8" fill="var(--gastero-hedge)" />
    <path d="M0 18 H160 V82 H0 Z" fill="var(--grass)" />
    <path d="M128 18 h16 v64 h-16 Z" fill="var(--white)" />${[0, 1, 2, 3, 4, 5, 6, 7].map(check)}
    <g transform="translate(32 36)">${snail("var(--seat-0)", "", 90, false)}</g>
    <g transform="translate(74 62) scale(1.1)">${snail("var(--seat-1)", "", 90, false)}</g>
    <g transform="translate(108 36)">${snail("var(--seat-3)", "", 90, false)}</g>
  </svg>`;
}
