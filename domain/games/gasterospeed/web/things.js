// What stands or lies on the cells of a circuit, each drawn in a box of 40 × 40 around the origin.
import { html } from "#preact";
import { obstacle } from "./obstacles.js";

const TURNS = [0, 45, 90, 135, 180, 225, 270, 315];

const daisy = () => html`<g>
  ${TURNS.map((turn) => html`<ellipse cy="-9" rx="4" ry="7" transform="rotate(${turn})" fill="var(--white)" stroke="var(--grey)" stroke-width="0.7" />`)}
  <circle r="5" fill="var(--yellow)" />
</g>`;
const burr = () => html`<g>
  ${TURNS.map((turn) => html`<path d="M-2 -8 L0 -16 L2 -8 Z" transform="rotate(${turn})" fill="var(--brown)" />`)}
  <circle r="9" fill="var(--brown)" /><circle r="4.5" fill="var(--wood)" />
</g>`;
const ice = () => html`<g>
  <rect x="-20" y="-20" width="40" height="40" fill="var(--ice)" />
  <path d="M-14 8 L-2 -12 M-4 14 L12 -10 M10 14 L15 6" stroke="var(--white)" stroke-width="3" stroke-linecap="round" />
</g>`;
const bramble = () => html`<g fill="none" stroke="var(--violet)" stroke-width="2.5" stroke-linecap="round">
  <path d="M-16 12 Q-8 -16 2 4 T16 -10" /><path d="M-14 -8 Q0 0 4 -12 M-6 14 Q4 6 14 12" />
  <path d="M-9 -3 l-5 -3 M2 4 l5 -4 M9 0 l2 6 M-2 -6 l-3 -5" stroke-width="2" />
</g>`;
const plant = () => html`<g stroke="var(--ink)" stroke-width="1.2">
  <path d="M0 18 Q-2 8 0 2" fill="none" stroke="var(--green)" stroke-width="4" />
  <path d="M-15 -10 Q-14 6 0 6 Q14 6 15 -10 Q8 -2 0 -2 Q-8 -2 -15 -10 Z" fill="var(--red)" />
  <path d="M-12 -5 l3 5 l3 -3 l3 4 l3 -3.5 l3 3.5 l3 -4 l3 3 l3 -5" fill="none" stroke="var(--white)" stroke-width="2" />
  <path d="M-16 16 Q-8 8 0 16 Q8 8 16 16" fill="none" stroke="var(--green)" stroke-width="3" />
</g>`;
const bumper = () => html`<g stroke="var(--ink)">
  <circle r="17" fill="var(--red)" stroke-width="1.5" /><circle r="12" fill="var(--white)" stroke="none" />
  <path d="M0 -8 L2.5 -2.5 L8 -2 L4 2 L5 8 L0 5 L-5 8 L-4 2 L-8 -2 L-2.5 -2.5 Z" fill="var(--yellow)" />
</g>`;
const board = () => html`<g>
  <rect x="-17" y="-17" width="34" height="34" rx="3" fill="var(--sand)" stroke="var(--brown)" stroke-width="1.5" />
  <path d="M-10 -8 L8 2 M-6 6 L10 -10 M-12 12 L4 12" stroke="var(--brown)" stroke-width="1.5" />
</g>`;
/** @param {number} angle */
const arrow = (angle) => html`<g transform="rotate(${angle})">
  <path d="M0 -14 L12 2 H5 V14 H-5 V2 H-12 Z" fill="var(--yellow)" stroke="var(--ink)" stroke-width="1" />
</g>`;
/** @param {number} angle */
const wave = (angle) => html`<g transform="rotate(${angle})" fill="none" stroke="var(--white)" stroke-width="3" stroke-linecap="round">
  <path d="M-12 10 L0 0 L12 10 M-12 -1 L0 -11 L12 -1" />
</g>`;
/** @param {string} number */
const hole = (number) => html`<g>
  <circle r="18" fill="var(--brown)" /><circle r="14" fill="var(--black)" />
  <text y="6.5" text-anchor="middle" font-size="18" font-weight="700" style=${{ fill: "#fff" }}>${number}</text>
</g>`;

/** @type {Record<string, (angle: number, kind: string) => any>} */
const THINGS = {
  O: (_, kind) => obstacle(kind),
  V: plant,
  Q: bumper,
  "*": daisy,
  b: burr,
  "~": ice,
  r: bramble,
  c: board,
  u: wave,
  d: (angle) => wave(angle + 180),
  "^": arrow,
  ">": arrow,
  v: arrow,
  "<": arrow,
};

/**
 * Draws what the glyph of a cell stands for; digits are holes.
 * @param {string} glyph
 * @param {number} angle of the heading of the cell
 * @param {string} kind of the obstacles of the circuit
 */
export function things(glyph, angle, kind) {
  return THINGS[glyph] ? THINGS[glyph](angle, kind) : hole(glyph);
}
