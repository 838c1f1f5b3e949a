// How far the snails have come: steps from the start, on the shortest way to the finish.
import { cellsOf } from "./grid.js";

/** @typedef {import("./grid.js").Cell} Cell */

/**
 * Returns the number of steps from every walkable cell to the finish, by "x,y".
 * @param {string[]} map
 * @returns {Map<string, number>}
 */
function distances(map) {
  const open = new Set(cellsOf(map, (glyph) => !"#OVQ".includes(glyph)).map(String));
  const found = new Map(cellsOf(map, (glyph) => glyph === "F").map((cell) => [String(cell), 0]));
  for (const [cell, steps] of found) {
    const [x, y] = cell.split(",").map(Number);
    for (const next of around(x, y)) if (open.has(next) && !found.has(next)) found.set(next, steps + 1);
  }
  return found;
}

/**
 * @param {number} x
 * @param {number} y
 */
function around(x, y) {
  const near = [-1, 0, 1];
  return near.flatMap((dx) => near.map((dy) => `${x + dx},${y + dy}`));
}

/**
 * Returns a function that lists [seat, steps] of a view: the best snail of every seat.
 * @returns {(view: any) => [number, number][]}
 */
export function progress() {
  /** @type {Map<string, Map<string, number>>} */
  const known = new Map();
  return (view) => {
    const { id, map } = view.circuit;
    const steps = known.get(id) ?? distances(map);
    known.set(id, steps);
    const whole = Math.max(...cellsOf(map, (glyph) => glyph === "S").map((cell) => steps.get(String(cell)) ?? 0));
    const come = (snail) =>
      snail.status === "finished" ? whole : snail.cell ? whole - (steps.get(String(snail.cell)) ?? whole) : 0;
    return view.standings.map(({ seat }) => [
      seat,
      Math.max(0, ...view.snails.filter((snail) => snail.seat === seat).map(come)),
    ]);
  };
}
