// What events mean on the board: callouts, and the score sheet.

/** @typedef {import("#kit").TableEvent} TableEvent */

const snail = (/** @type {number} */ each) => `[data-snail="${each}"]`;
const dashboard = (/** @type {number} */ each) => `[data-dashboard="${each}"]`;

/** @type {Record<string, (data: any) => import("#kit").Mark[]>} */
const MARKS = {
  snail_moved: (data) => [{ at: snail(data.snail), text: `→ ${data.cells.at(-1).join(", ")}` }],
  die_rolled: (data) => (data.snail === null ? [] : [{ at: dashboard(data.snail), text: String(data.rolled) }]),
  shell_added: (data) => [{ at: dashboard(data.snail), text: `+1 → ${data.shells}` }],
  shell_lost: (data) => [{ at: dashboard(data.snail), text: `−1 → ${data.left}` }],
  shot_fired: (data) => [{ at: snail(data.target), text: data.hit ? "✹" : "✕" }],
  snail_out: (data) => [{ at: dashboard(data.snail), text: data.place ? `${data.place}.` : "✕" }],
};

/**
 * Moves, rolls, shells and places.
 * @param {TableEvent} event
 * @returns {import("#kit").Mark[]}
 */
export function marks({ type, data }) {
  return MARKS[type?.split(".")[1] ?? ""]?.(data) ?? [];
}

/**
 * The points of each race; under the rule of the coquillards the shells that were kept.
 * @param {import("#api").SchemaGasterospeedView} view
 * @param {TableEvent[]} events
 * @param {"fr" | "en"} lang
 * @returns {import("#kit").Row[]}
 */
export function sheet(view, events, lang) {
  const counted = view.settings.coquillards ? "shells" : "points";
  const scored = events.filter(({ type }) => type === "gasterospeed.race_scored");
  const bySeat = (/** @type {number[]} */ numbers) => view.standings.map(({ seat }) =>
    numbers.length === view.standings.length ? numbers[seat] : numbers.reduce((sum, each, snail) => sum + (view.snails[snail].seat === seat ? each : 0), 0));
  return scored.map(({ data }, number) => ({ label: `${{ en: "Race", fr: "Course" }[lang]} ${number + 1}`, points: bySeat(data[counted]) }));
}
