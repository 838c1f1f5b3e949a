// A snail from above, facing the top, in a box of 40 × 40 around the origin.
import { html } from "#preact";

/**
 * Draws a snail in its colour, turned to where it faces, with its number on the shell.
 * @param {string} colour
 * @param {string} mark
 * @param {number} angle
 * @param {boolean} out it is K.O.
 */
export function snail(colour, mark, angle, out) {
  return html`<g opacity=${out ? 0.6 : 1}>
    <g transform="rotate(${angle})" stroke="var(--ink)" stroke-width="1.3" stroke-linecap="round">
      <path d="M-4 -13 L-7 -19 M4 -13 L7 -19" fill="none" stroke-width="1.8" />
      <circle cx="-7" cy="-19" r="1.6" fill="var(--ink)" /><circle cx="7" cy="-19" r="1.6" fill="var(--ink)" />
      <path d="M0 19 Q-9 12 -7 -6 Q-6 -15 0 -15 Q6 -15 7 -6 Q9 12 0 19 Z" fill="var(--gastero-skin)" />
    </g>
    <circle cy="1" r="11.5" fill=${out ? "var(--grey)" : colour} stroke="var(--ink)" stroke-width="1.3" />
    <path d="M-8 3 A8.5 8.5 0 1 1 4 8" fill="none" stroke="var(--ink)" stroke-opacity="0.45" stroke-width="1.5" />
    ${mark ? numbered(out ? "×" : mark) : html`<path d="M3 1 A3 3 0 1 0 0 4.5 A5.5 5.5 0 0 0 5.5 0" fill="none" stroke="var(--ink)" stroke-opacity="0.6" stroke-width="1.5" />`}
  </g>`;
}

/** @param {string} mark */
function numbered(mark) {
  return html`<g><circle cy="1" r="7.5" fill="var(--white)" />
    <text y="6" text-anchor="middle" font-size="14.5" font-weight="700" style=${{ fill: "#26231e" }}>${mark}</text></g>`;
}

/**
 * Draws a row of shells: those left are filled.
 * @param {number} left
 * @param {number} full
 * @param {string} colour
 */
export function shells(left, full, colour) {
  const count = Math.max(left, full);
  const one = (/** @type {unknown} */ _, /** @type {number} */ index) => html`<g transform="translate(${8 + index * 17} 8)">
    <path d="M-7 5 Q-8 -7 1 -7 Q8 -6 7 0 Q6 5 0 5 Z" fill=${index < left ? colour : "none"} stroke="var(--ink)" stroke-opacity=${index < left ? 1 : 0.4} />
    <path d="M-3 1 Q-3 -4 1 -4 Q4 -3 3 0" fill="none" stroke="var(--ink)" stroke-opacity=${index < left ? 0.7 : 0.25} />
  </g>`;
  return html`<svg viewBox="0 0 ${count * 17} 16" width=${count * 17} height="16" aria-hidden="true">${Array.from({ length: count }, one)}</svg>`;
}
