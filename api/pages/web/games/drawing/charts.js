// Charts: one number per seat and view.

/** @typedef {import("./types.js").Chart} Chart */

/**
 * Returns the series of a chart: `read` lists [seat, number] pairs of a view.
 * @param {{ version: number, view: any }[]} views
 * @param {(view: any) => [number, number][]} read
 * @returns {Chart["series"]}
 */
export function seriesOf(views, read) {
  /** @type {Map<number, [number, number][]>} */
  const bySeat = new Map();
  for (const { version, view } of views) {
    if (!view) continue;
    for (const [seat, number] of read(view)) {
      if (!bySeat.has(seat)) bySeat.set(seat, []);
      bySeat.get(seat)?.push([version, number]);
    }
  }
  return [...bySeat.entries()]
    .sort(([one], [other]) => one - other)
    .map(([seat, points]) => ({ seat, points }));
}
