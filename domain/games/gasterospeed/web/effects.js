// What just happened, for a moment: shots and lost shells.
import { html } from "#preact";

/** @typedef {import("#kit").BoardProps<import("#api").SchemaGasterospeedView>} BoardProps */
/** @typedef {import("./grid.js").Grid} Grid */

/**
 * Draws the shots and the lost shells of the last events; they fade by themselves.
 * @param {BoardProps} props
 * @param {Grid} grid
 */
export function effects({ events, view, animate, table }, grid) {
  if (!animate) return null;
  return events.map(({ type, data, version }) => {
    const key = `${table.version}-${version}`;
    if (type === "gasterospeed.shot_fired") return shot(view, grid, data, key);
    if (type === "gasterospeed.shell_lost") return loss(view, grid, data, key);
    return null;
  });
}

/**
 * @param {import("#api").SchemaGasterospeedView} view
 * @param {Grid} grid
 * @param {any} data
 * @param {string} key
 */
function shot(view, grid, data, key) {
  const from = view.snails[data.snail].cell;
  const to = view.snails[data.target].cell;
  if (!from || !to) return null;
  return html`<path key=${key} class="gasterospeed-flash gasterospeed-shot" d="M${grid.centre(from).join(" ")}L${grid.centre(to).join(" ")}"
    stroke-dasharray=${data.hit ? "none" : "4 6"} />`;
}

/**
 * @param {import("#api").SchemaGasterospeedView} view
 * @param {Grid} grid
 * @param {any} data
 * @param {string} key
 */
function loss(view, grid, data, key) {
  const cell = view.snails[data.snail].cell;
  if (!cell) return null;
  const [x, y] = grid.centre(cell);
  return html`<text key=${key} class="gasterospeed-flash gasterospeed-loss" x=${x} y=${y - grid.size * 0.5} text-anchor="middle">−1</text>`;
}
