// The body of a bug, facing right: its tail at x = 0, its length and height as given.
import { html } from "#preact";

/**
 * Draws the body with the marks of its kind and the number of its seat.
 * @param {string} bug
 * @param {string} colour
 * @param {string} mark
 * @param {number} length
 * @param {number} height
 */
export function body(bug, colour, mark, length, height) {
  const head = height * 0.32;
  const end = length - head * 1.1;
  const size = Math.max(12, height * 0.34);
  return html`<g stroke="var(--ink)" stroke-width="1.5" stroke-linejoin="round">
    ${antennae(bug, end, head, length)}
    <circle cx=${end} r=${head} fill="var(--ink)" />
    <ellipse cx=${(end + 3) / 2} rx=${(end - 3) / 2} ry=${height / 2} fill=${colour} />
    <g fill="var(--ink)" fill-opacity="0.75" stroke="none">${(MARKS[bug] ?? stripes)(end, height)}</g>
    ${mark && html`<circle cx=${end / 2} r=${Math.max(8, height * 0.25)} fill="var(--white)" />`}
    <text x=${end / 2} y=${size * 0.36} text-anchor="middle" font-size=${size} font-weight="700"
      stroke="none" style=${{ fill: "#26231e" }}>${mark}</text>
  </g>`;
}

/**
 * @param {string} bug
 * @param {number} end
 * @param {number} head
 * @param {number} length
 */
function antennae(bug, end, head, length) {
  const long = bug === "longhorn";
  const back = long ? -length * 0.35 : head * 0.9;
  const out = long ? head * 2.3 : head * 1.3;
  const one = (/** @type {number} */ side) =>
    html`<path fill="none" d="M${end + head * 0.5} ${side * head * 0.6} Q${end + head * 1.2} ${side * out * 1.1} ${end + back} ${side * out}" />`;
  return [one(-1), one(1)];
}

/** @type {(end: number, height: number) => any} */
const spots = (end, height) =>
  [0.2, 0.34, 0.66, 0.8].flatMap((x) =>
    [-0.22, 0.22].map((y) => html`<circle cx=${end * x} cy=${height * y} r=${height * 0.12} />`),
  );
/** @type {(end: number, height: number) => any} */
const wings = (end, height) => html`<path d="M${end * 0.04} -1 H${end * 0.9} V1 H${end * 0.04} Z M${end * 0.8} ${-height * 0.38} Q${end * 0.7} 0 ${end * 0.8} ${height * 0.38} L${end * 0.85} ${height * 0.33} Q${end * 0.76} 0 ${end * 0.85} ${-height * 0.33} Z" />`;
/** @type {(end: number, height: number) => any} */
const bands = (end, height) =>
  [0.18, 0.3, 0.72].map((x) => html`<path d="M${end * x} ${-height * 0.36} H${end * (x + 0.05)} V${height * 0.36} H${end * x} Z" />`);
/** @type {(end: number, height: number) => any} */
const stripes = (end, height) =>
  [-0.2, 0.16].map((y) => html`<path d="M${end * 0.14} ${height * y} H${end * 0.86} V${height * (y + 0.05)} H${end * 0.14} Z" />`);

/** @type {Record<string, (end: number, height: number) => any>} */
const MARKS = { ladybird: spots, beetle: wings, longhorn: bands };
