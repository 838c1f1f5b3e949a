// The picture on the shelf of games.
import { html } from "#preact";
import { chair } from "./chair.js";

/** Two chairs run for the arch. */
export function picture() {
  return html`<svg viewBox="0 0 160 100" aria-hidden="true" class="galopp_royal">
    <rect width="160" height="100" rx="8" fill="var(--grass)" />
    <path d="M30 22 H160 V88 H30 Z" fill="var(--sand)" />
    <path d="M0 22 Q44 22 36 40 Q46 56 36 70 Q44 88 0 88 Z" fill="var(--water)" stroke="var(--stone)" stroke-width="3" />
    <path d="M132 88 V20 H138 V88 Z M150 88 V20 H156 V88 Z" fill="var(--white)" stroke="var(--stone)" />
    <path d="M126 22 Q144 -2 160 22 Z" fill="var(--white)" stroke="var(--stone)" />
    <g transform="translate(104 42)">${chair("var(--red)", "")}</g>
    <g transform="translate(66 70)">${chair("var(--blue)", "")}</g>
  </svg>`;
}
