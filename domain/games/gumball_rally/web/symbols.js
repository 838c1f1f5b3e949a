// The symbols of the suits, drawn in a box of 24 × 24 around the origin.
import { html } from "#preact";

const wrench = () => html`<path
  d="M-9 7 L1 -3 A6 6 0 0 1 8 -10 L4 -6 L6 -4 L10 -8 A6 6 0 0 1 3 -1 L-7 9 Z" />`;
const pillow = () => html`<path
  d="M-10 -7 Q0 -4 10 -7 Q7 0 10 7 Q0 4 -10 7 Q-7 0 -10 -7 Z" />`;
const canister = () => html`<path
  d="M-8 10 V-5 L-4 -9 H8 V10 Z M-3 -9 V-12 H5 V-9" /><path d="M-4 -2 L4 6 M4 -2 L-4 6" class="gumball_rally-cut" />`;
const apple = () => html`<path
  d="M0 -4 C-4 -8 -11 -6 -10 1 C-9 8 -4 11 0 9 C4 11 9 8 10 1 C11 -6 4 -8 0 -4 Z M0 -5 Q1 -10 5 -11" />`;
const tyre = () => html`<path fill-rule="evenodd"
  d="M-10 -1 A10 10 0 1 1 10 -1 Q11 7 7 9 H-7 Q-11 7 -10 -1 Z M-4 -1 A4 4 0 1 0 4 -1 A4 4 0 1 0 -4 -1 Z" />`;
const moon = () => html`<path d="M4 -10 A10 10 0 1 0 9 6 A8 8 0 0 1 4 -10 Z" />`;
const gauge = () => html`<path fill-rule="evenodd"
  d="M-10 6 A10 10 0 1 1 10 6 Z M-1.5 4 L-6 -4 L1.5 2.5 Z" />`;
const sun = () => html`<circle r="5.5" /><path
  d="M0 -11 V-8 M0 8 V11 M-11 0 H-8 M8 0 H11 M-8 -8 L-6 -6 M6 6 L8 8 M-8 8 L-6 6 M6 -6 L8 -8"
  stroke-width="2.5" stroke-linecap="round" />`;
const dot = () => html`<circle r="7" />`;

/** @type {Record<string, () => any>} */
const SYMBOLS = {
  tools: wrench,
  pillow,
  fuel: canister,
  lunch: apple,
  "flat tyre": tyre,
  moon,
  "fuel gauge": gauge,
  sun,
};

/**
 * Draws the symbol that the components name in English; a dot for one without a drawing.
 * @param {string} name
 * @param {string} colour
 */
export function symbol(name, colour) {
  return html`<g fill=${colour} stroke=${colour} stroke-linejoin="round">${(SYMBOLS[name] ?? dot)()}</g>`;
}
