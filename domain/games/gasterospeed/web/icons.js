// The icons of the Action cards, each in a box of 40 × 40 around the origin.
import { html } from "#preact";

/** @param {string} path */
const stroke = (path) => html`<path d=${path} fill="none" stroke="currentColor" stroke-width="3" stroke-linecap="round" stroke-linejoin="round" />`;

/** @type {Record<string, () => any>} */
const ICONS = {
  turbo_firecracker: () => html`<g><path d="M-6 14 V-6 Q-6 -14 0 -18 Q6 -14 6 -6 V14 Z" fill="var(--red)" stroke="currentColor" stroke-width="2" />${stroke("M-6 8 L-12 14 M6 8 L12 14 M-3 19 V16 M3 19 V16")}</g>`,
  shot: () => html`<g>${stroke("M0 -17 V-7 M0 17 V7 M-17 0 H-7 M17 0 H7")}<circle r="11" fill="none" stroke="currentColor" stroke-width="2.5" /><circle r="3" fill="var(--red)" /></g>`,
  feeler_blow: () => html`<g>${stroke("M-10 16 Q-10 -4 2 -10 M-2 16 Q0 4 10 0")}<circle cx="4" cy="-12" r="4" fill="var(--red)" /><circle cx="13" cy="-1" r="4" fill="var(--red)" /></g>`,
  shock: () => stroke("M-16 0 Q-12 -10 -8 0 T0 0 T8 0 T16 0 M-8 12 H8 M-4 -14 H4"),
  spring: () => stroke("M-10 16 H10 M-9 12 L9 7 L-9 2 L9 -3 L-9 -8 M-9 -8 L0 -17 L9 -8"),
  sharp_kangaroute: () => stroke("M-17 12 Q-10 -16 -3 10 Q4 -14 12 6 M12 6 L6 4 M12 6 L15 0"),
  rolling_ball: () => html`<g><circle r="11" fill="var(--brown)" stroke="currentColor" stroke-width="2" />${stroke("M-5 3 A6 6 0 1 1 4 5 M14 -12 L18 -8 M16 2 H20")}</g>`,
  fit_of_madness: () => stroke("M0 0 q4 -4 6 2 q0 8 -8 7 q-10 -2 -8 -12 q4 -10 14 -8 q12 4 10 16"),
  sticky_slipstream: () => html`<g>${stroke("M-11 -14 V2 A11 11 0 0 0 11 2 V-14")}<path d="M-14 -16 H-8 V-9 H-14 Z M8 -16 H14 V-9 H8 Z" fill="var(--red)" /></g>`,
  blue_lettuce: () => html`<g><path d="M0 16 Q-18 14 -15 -2 Q-16 -14 -4 -12 Q0 -19 6 -12 Q17 -13 15 0 Q18 14 0 16 Z" fill="var(--blue)" stroke="currentColor" stroke-width="2" /><path d="M0 14 V-4 M0 6 L-7 0 M0 4 L7 -2" fill="none" stroke="var(--white)" stroke-width="2" /></g>`,
  shell_reinforcement: () => html`<g><path d="M-14 10 Q-16 -14 2 -14 Q15 -12 14 0 Q12 10 0 10 Z" fill="var(--yellow)" stroke="currentColor" stroke-width="2" />${stroke("M0 -8 V6 M-7 -1 H7")}</g>`,
  backlash: () => stroke("M-12 12 Q14 12 12 -4 Q10 -14 -2 -12 M-2 -12 L5 -18 M-2 -12 L4 -6"),
};

/**
 * Draws the icon of an Action card; a question mark for one without a drawing.
 * @param {string} kind
 */
export function icon(kind) {
  return ICONS[kind] ? ICONS[kind]() : html`<text y="9" text-anchor="middle" font-size="26">?</text>`;
}
