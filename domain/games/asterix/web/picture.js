// The picture on the shelf of games.
import { html } from "#preact";
import { emblem, helmet, potion } from "./emblems.js";

/** A potion between a helmet with wings and a Roman one. */
export function picture() {
  return html`<svg viewBox="0 0 160 100" aria-hidden="true" class="asterix">
    <rect width="160" height="100" rx="8" fill="var(--water)" />
    <path d="M0 72 Q40 58 80 70 T160 66 V92 Q160 100 152 100 H8 Q0 100 0 92 Z" fill="var(--grass)" />
    <g transform="translate(40 54) scale(1.6)">${emblem("AST")}</g>
    <g transform="translate(82 62) scale(2.6)">${potion()}</g>
    <g transform="translate(122 54) scale(1.5)">${helmet(10)}</g>
  </svg>`;
}
