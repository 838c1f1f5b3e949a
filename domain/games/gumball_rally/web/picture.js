// The picture on the shelf of games.
import { html } from "#preact";
import { buggy } from "./buggy.js";

/** Three buggies on a road. */
export function picture() {
  return html`<svg viewBox="0 0 160 100" aria-hidden="true" class="gumball_rally">
    <rect width="160" height="100" rx="8" fill="var(--grass)" />
    <path d="M0 44 H160 V92 H0 Z" fill="var(--stone)" />
    <path d="M0 68 H160" stroke="var(--white)" stroke-width="3" stroke-dasharray="14 10" />
    <g transform="translate(36 48) scale(0.5)">${buggy("var(--yellow)", "")}</g>
    <g transform="translate(78 74) scale(0.62)">${buggy("var(--red)", "")}</g>
    <g transform="translate(126 50) scale(0.5)">${buggy("var(--blue)", "")}</g>
  </svg>`;
}
