// The ground of a circuit: rails, plain cells, start, finish, special cells and thin walls.
import { html, nameOf } from "#kit";
import { cellsOf } from "./grid.js";
import { things } from "./things.js";

/** @typedef {import("./grid.js").Grid} Grid */
/** @typedef {import("./grid.js").Cell} Cell */

/** The ground that fits the special rule of a circuit. @type {Record<string, string>} */
const GROUNDS = {
  ice: "var(--gastero-snow)",
  currents: "var(--water)",
  cleaver: "var(--wood)",
  bumpers: "var(--accent-soft)",
  corde: "var(--accent-soft)",
  maze: "var(--sand)",
  mole_holes: "var(--sand)",
};

/**
 * Draws the ground.
 * @param {any} components
 * @param {import("#api").SchemaGasterospeedCircuitView} circuit
 * @param {Grid} grid
 */
export function terrain(components, circuit, grid) {
  const { map, headings } = circuit;
  const facts = components.circuits.find((each) => each.id === circuit.id);
  const ground = GROUNDS[facts?.special_rule_id] ?? "var(--grass)";
  const walkable = (/** @type {string} */ glyph) => glyph !== "#";
  const outline = (/** @type {Cell[]} */ cells) => cells.map((cell) => square(grid, cell)).join("");
  return html`<g>
    <rect width=${grid.width} height=${grid.height} rx="10" class="gasterospeed-hedge" />
    <path d=${outline(cellsOf(map, walkable))} fill=${ground} class="gasterospeed-cells" />
    <path d=${outline(cellsOf(map, (glyph) => glyph === "S"))} class="gasterospeed-start" />
    ${finish(grid, cellsOf(map, (glyph) => glyph === "F"))}
    ${cellsOf(map, (glyph) => !"#.SF".includes(glyph)).map((cell) => special(map, headings, nameOf(components, "obstacles", circuit.id, "en"), grid, cell))}
    ${walls(circuit, grid)}
  </g>`;
}

/**
 * @param {Grid} grid
 * @param {Cell} cell
 */
function square(grid, cell) {
  const [x, y] = grid.corner(cell);
  return `M${x} ${y}h${grid.size}v${grid.size}h${-grid.size}z`;
}

/**
 * @param {Grid} grid
 * @param {Cell[]} cells
 */
function finish(grid, cells) {
  const half = grid.size / 2;
  const checks = cells.flatMap((cell) => {
    const [x, y] = grid.corner(cell);
    return [`M${x} ${y}h${half}v${half}h${-half}z`, `M${x + half} ${y + half}h${half}v${half}h${-half}z`];
  });
  return html`<g>
    <path d=${cells.map((cell) => square(grid, cell)).join("")} fill="var(--white)" />
    <path d=${checks.join("")} fill="var(--black)" fill-opacity="0.75" />
  </g>`;
}

/**
 * @param {string[]} map
 * @param {string[]} headings
 * @param {string} kind
 * @param {Grid} grid
 * @param {Cell} cell
 */
function special(map, headings, kind, grid, cell) {
  const [x, y] = cell;
  const [left, top] = grid.centre(cell);
  const glyph = map[y][x];
  const heading = { "^": "N", ">": "E", v: "S", "<": "W" }[headings[y][x]] ?? "N";
  return html`<g data-terrain=${glyph} data-cell="${x},${y}" transform="translate(${left} ${top}) scale(${grid.size / 40})">
    ${things(glyph, grid.angle(heading), kind)}
  </g>`;
}

/**
 * @param {import("#api").SchemaGasterospeedCircuitView} circuit
 * @param {Grid} grid
 */
function walls(circuit, grid) {
  const half = grid.size / 2;
  const wall = (/** @type {[number, number, string]} */ [x, y, side]) => {
    const [left, top] = grid.centre([x, y]);
    return html`<path data-wall="${x},${y},${side}" d="M${-half} ${-half} H${half}"
      transform="translate(${left} ${top}) rotate(${grid.angle(side)})" class="gasterospeed-wall" />`;
  };
  return circuit.walls.map(wall);
}
