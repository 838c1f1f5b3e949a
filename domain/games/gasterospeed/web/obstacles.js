// What blocks a cell; the circuit says which kind it is.
import { html } from "#preact";

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
const block = () => html`<g stroke="var(--ink)" stroke-width="1.2" stroke-linejoin="round">
  <path d="M-15 -6 L-4 -14 L15 -9 V10 L3 17 L-15 12 Z" fill="var(--ice)" />
  <path d="M-15 -6 L3 -1 L15 -9 M3 -1 V17" fill="none" /><path d="M-10 1 L-5 8 M8 2 L11 7" stroke="var(--white)" stroke-width="2.5" />
</g>`;
const molehill = () => html`<g stroke="var(--ink)" stroke-width="1.2">
  <path d="M-18 14 Q-9 -14 0 -14 Q9 -14 18 14 Z" fill="var(--brown)" />
  <circle cx="-5" cy="-1" r="2" fill="var(--wood)" /><circle cx="6" cy="5" r="2.4" fill="var(--wood)" /><circle cx="-8" cy="8" r="2" fill="var(--wood)" />
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

/** By the English name in the components. @type {Record<string, () => any>} */
const OBSTACLES = { stone, rock: stone, carrot, tree, "block of ice": block, molehill, pot, pin: post, asteroid };

/**
 * Draws an obstacle; a stone for one without a drawing.
 * @param {string} kind
 */
export function obstacle(kind) {
  return (OBSTACLES[kind] ?? stone)();
}
