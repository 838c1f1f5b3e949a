// A buggy from the side, facing right, in a box of 100 × 60 around the origin.
import { html } from "#preact";

const SPIN = [0, 60, 120];

/** @param {number} x */
function wheel(x) {
  const spoke = (/** @type {number} */ angle) =>
    html`<path d="M0 -9 V9" transform="rotate(${angle})" stroke="var(--grey)" stroke-width="1.5" />`;
  return html`<g transform="translate(${x} 16)">
    <circle r="13" fill="var(--black)" stroke="var(--ink)" stroke-width="1.5" />
    <circle r="6.5" fill="var(--white)" />
    ${SPIN.map(spoke)}
  </g>`;
}

/**
 * Draws the buggy in its colour, with the number of its seat on the door.
 * @param {string} colour
 * @param {string} mark
 */
export function buggy(colour, mark) {
  return html`<g class="gumball_rally-outline">
    <path d="M-46 -12 H-34 V2 H-40 Z" fill=${colour} />
    <path d="M-14 -12 Q-14 -28 -2 -28 Q9 -28 10 -14 Z" fill="var(--white)" />
    <path d="M-1 -22 H10 Q11 -15 8 -15 H-1 Z" fill="var(--blue)" />
    <path d="M-46 12 V2 Q-44 -6 -30 -8 L-18 -12 H12 L24 -4 Q46 -2 47 10 V14 H-46 Z" fill=${colour} />
    <path d="M14 -10 L20 -20" fill="none" stroke-width="3" />
    ${mark && html`<circle cx="-4" cy="2" r="9" fill="var(--white)" />`}
    <text x="-4" y="6.5" text-anchor="middle" font-size="13" font-weight="700" stroke="none"
      style=${{ fill: "var(--gumball-dark)" }}>${mark}</text>
    ${wheel(-28)}${wheel(29)}
  </g>`;
}
