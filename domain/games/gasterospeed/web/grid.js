// The geometry of a circuit: where a cell lies in the drawing, and which way a direction points.

/** A column and a row. @typedef {number[]} Cell */
/**
 * @typedef {object} Grid
 * @property {number} size the side of a cell in pixels
 * @property {number} width
 * @property {number} height
 * @property {boolean} turned the drawing is turned by a quarter, so that north is on the right
 * @property {(cell: Cell) => [number, number]} corner the top left corner of a cell
 * @property {(cell: Cell) => [number, number]} centre
 * @property {(direction: string) => number} angle degrees clockwise from the top
 * @property {{ number: number, x: number, y: number }[]} numbers of columns and rows, and where they stand beside the circuit
 */

const TALL = 860;
const MARGIN = 0.55; // of a cell: how much of the rail around the circuit is drawn
const LEGIBLE = 16; // pixels that a number needs

/**
 * Lays a circuit out in this width; a tall one is turned where there is room.
 * @param {any} components
 * @param {{ map: string[] }} circuit
 * @param {number} width
 * @returns {Grid}
 */
export function gridOf(components, circuit, width) {
  const { left, top, columns, rows } = bounds(circuit.map);
  const turned = width >= 620 && rows > columns;
  const [across, down] = (turned ? [rows, columns] : [columns, rows]).map((cells) => cells + 2 * MARGIN);
  const size = Math.floor(Math.min(width / across, TALL / down, 52) * 10) / 10;
  const pixels = (/** @type {number} */ cells) => (cells + MARGIN) * size;
  /** @type {Grid["corner"]} */
  const corner = ([x, y]) =>
    turned ? [pixels(rows - 1 - y + top), pixels(x - left)] : [pixels(x - left), pixels(y - top)];
  const order = components.directions.absolute_order;
  /** @type {Grid["centre"]} */
  const centre = (cell) => /** @type {[number, number]} */ (corner(cell).map((edge) => edge + size / 2));
  const every = size < LEGIBLE ? 2 : 1;
  const beside = (/** @type {number} */ number, /** @type {Cell} */ cell, /** @type {boolean} */ above) => {
    const [x, y] = centre(cell);
    return { number, ...(above ? { x, y: pixels(-MARGIN / 2) } : { x: pixels(-MARGIN / 2), y }) };
  };
  const range = (/** @type {number} */ from, /** @type {number} */ count) => Array.from({ length: count }, (_, n) => from + n).filter((n) => n % every === 0);
  return {
    size,
    width: across * size,
    height: down * size,
    turned,
    corner,
    centre,
    numbers: [
      ...range(left, columns).map((x) => beside(x, [x, top], !turned)),
      ...range(top, rows).map((y) => beside(y, [left, y], turned)),
    ],
    angle: (direction) => order.indexOf(direction) * 45 + (turned ? 90 : 0),
  };
}

/**
 * Returns the smallest rectangle of cells that holds all that is not rail.
 * @param {string[]} map
 */
function bounds(map) {
  const cells = cellsOf(map, (glyph) => glyph !== "#");
  const [xs, ys] = [cells.map(([x]) => x), cells.map(([, y]) => y)];
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  return { left, top, columns: Math.max(...xs) - left + 1, rows: Math.max(...ys) - top + 1 };
}

/**
 * Lists the cells of a map whose glyph is one of these.
 * @param {string[]} map
 * @param {(glyph: string) => boolean} wanted
 * @returns {Cell[]}
 */
export function cellsOf(map, wanted) {
  return map.flatMap((row, y) =>
    [...row].flatMap((glyph, x) => (wanted(glyph) ? [/** @type {Cell} */ ([x, y])] : [])),
  );
}

/**
 * Returns the cell after these single steps.
 * @param {any} components
 * @param {Cell} cell
 * @param {string[]} steps
 * @returns {Cell}
 */
export function after(components, cell, steps) {
  /** @type {Record<string, [number, number]>} */
  const vectors = components.directions.vectors;
  return steps.reduce(([x, y], step) => [x + vectors[step][0], y + vectors[step][1]], cell);
}

/**
 * Tells whether two cells are the same.
 * @param {Cell | null} one
 * @param {Cell | null} other
 */
export function sameCell(one, other) {
  return one !== null && other !== null && one[0] === other[0] && one[1] === other[1];
}
