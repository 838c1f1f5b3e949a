// A sedan chair with its two bearers, facing right, in a box of 60 × 44 around the origin.
import { html } from "#preact";

/** @param {number} x */
function bearer(x) {
  return html`<g>
    <circle cx=${x} cy="-9" r="4.5" fill="var(--galopp-skin)" />
    <path d="M${x - 4} -4 H${x + 4} L${x + 3} 8 H${x - 3} Z" fill="var(--white)" />
    <path d="M${x - 2} 8 L${x - 5} 19 M${x + 2} 8 L${x + 5} 19" fill="none" stroke-width="3" />
  </g>`;
}

/**
 * Draws the chair in its colour, with the number of its seat in the window.
 * @param {string} colour
 * @param {string} mark
 */
export function chair(colour, mark) {
  return html`<g class="galopp_royal-outline">
    ${bearer(-22)}${bearer(24)}
    <path d="M-30 2 H32" fill="none" stroke="var(--brown)" stroke-width="3.5" stroke-linecap="round" />
    <path d="M-13 -14 Q0 -25 13 -14 V12 H-13 Z" fill=${colour} />
    <path d="M-15 -14 Q0 -27 15 -14 Z" fill="var(--yellow)" />
    <rect x="-9" y="-12" width="18" height="18" rx="3" fill="var(--white)" />
    <text y="2.5" text-anchor="middle" font-size="16" font-weight="700" stroke="none" style=${{ fill: "#26231e" }}>${mark}</text>
  </g>`;
}
