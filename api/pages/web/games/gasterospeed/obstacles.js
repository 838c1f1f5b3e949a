/** What blocks a cell; the circuit says which kind it is. */
import { html } from "../../vendor/preact.js";

const stone = () => html`<g stroke="var(--ink)" stroke-width="1.2">
  <path d="M-15 13 Q-19 0 -9 -9 Q0 -17 11 -9 Q19 2 14 13 Z" fill="var(--stone)" /><path d="M-6 -3 L2 2 M4 -8 L9 -2" fill="none" />
</g>`;
const carrot = () => html`<g stroke="var(--ink)" stroke-width="1">
  <path d="M-9 -6 Q0 -12 9 -6 Q8 10 0 19 Q-8 10 -9 -6 Z" fill="var(--orange)" />
  <path d="M-2 -9 Q-10 -16 -6 -20 M0 -9 V-20 M2 -9 Q10 -16 6 -20" fill="none" stroke="var(--green)" stroke-width="3" />
  <path d="M-7 0 H0 M1 6 H6" fill="none" />
</g>`;
const tree = () => html`<g stroke="var(--ink)" stroke-width="1.2">
  <path d="M-4 18 V6 H4 V18 Z" fill="var(--brown)" />
  <path d="M0 -19 Q14 -17 13 -4 Q17 8 3 9 H-3 Q-17 8 -13 -4 Q-14 -17 0 -19 Z" fill="var(--green)" />
</g>`;
const fir = () => html`<g stroke="var(--ink)" stroke-width="1.2">
  <path d="M-3 18 V12 H3 V18 Z" fill="var(--brown)" />
  <path d="M0 -19 L9 -5 H5 L13 6 H8 L15 14 H-15 L-8 6 H-13 L-5 -5 H-9 Z" fill="var(--green)" />
  <path d="M0 -19 L6 -10 L0 -12 L-6 -10 Z" fill="var(--white)" />
</g>`;
const lily = () => html`<g>
  <path d="M0 0 L16 -9 A18 15 0 1 0 17 5 Z" fill="var(--green)" stroke="var(--ink)" />
  <path d="M-6 -2 q4 -10 8 0 q-4 6 -8 0" fill="var(--pink)" />
</g>`;
const pot = () => html`<g stroke="var(--ink)" stroke-width="1.2">
  <path d="M-13 -6 H13 V9 Q13 15 7 15 H-7 Q-13 15 -13 9 Z" fill="var(--grey)" />
  <path d="M-15 -6 H15 M-19 0 H-13 M13 0 H19 M-4 -11 H4" fill="none" stroke-width="3" />
</g>`;
const asteroid = () => html`<g stroke="var(--ink)" stroke-width="1.2">
  <path d="M-14 6 L-16 -6 L-6 -15 L6 -14 L16 -5 L13 9 L2 16 L-8 14 Z" fill="var(--stone)" />
  <circle cx="-4" cy="-4" r="4" fill="var(--grey)" /><circle cx="6" cy="5" r="3" fill="var(--grey)" />
</g>`;
const post = () => html`<g stroke="var(--ink)" stroke-width="1.2">
  <circle r="12" fill="var(--violet)" /><circle r="6" fill="var(--pink)" />
</g>`;

/** @type {Record<string, () => any>} */
const OBSTACLES = { stone, rock: stone, carrot, tree, trunk: tree, chestnut: tree, fir, snowman: fir, lily, lilypad: lily, water_lily: lily, pot, pan: pot, asteroid, post, pin: post };

/**
 * Draws an obstacle; a stone if the circuit does not name it.
 * @param {string | undefined} kind
 */
export function obstacle(kind) {
  return (OBSTACLES[kind ?? "stone"] ?? stone)();
}
