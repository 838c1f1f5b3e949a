// The circuit with its snails, and what can be pressed on it.
import { html, nameOf, paint, pressing, seatName } from "#kit";
import { effects } from "./effects.js";
import { after, gridOf, sameCell } from "./grid.js";
import { snail } from "./snail.js";
import { terrain } from "./terrain.js";
import { TEXTS } from "./texts.js";

/** @typedef {import("#kit").BoardProps<import("#api").SchemaGasterospeedView>} BoardProps */
/** @typedef {import("#kit").Action} Action */
/** @typedef {import("./grid.js").Grid} Grid */
/** @typedef {import("./grid.js").Cell} Cell */

/**
 * Returns the cell on which an action is drawn, or null if it has no place on the circuit.
 * @param {BoardProps} props
 * @param {Action} action
 * @returns {Cell | null}
 */
export function cellOf({ view, components }, { command }) {
  const mover = view.snails[command.snail ?? view.question?.snail ?? -1];
  if (command.type === "gasterospeed.place") return command.cell;
  if (command.type === "gasterospeed.path") return mover.cell && after(components, mover.cell, command.steps);
  if (command.type !== "gasterospeed.choose") return null;
  if (command.target !== undefined && command.target !== null) return view.snails[command.target].cell;
  return mover?.cell && command.direction ? after(components, mover.cell, [command.direction]) : null;
}

/**
 * Splits the actions: those with a cell are drawn there, all others are left.
 * @param {BoardProps} props
 * @returns {{ placed: { actions: Action[], cell: Cell }[], left: Action[] }}
 */
export function placedActions(props) {
  /** @type {{ actions: Action[], cell: Cell }[]} */
  const placed = [];
  /** @type {Action[]} */
  const left = [];
  for (const action of props.actions) {
    const cell = cellOf(props, action);
    const there = cell && placed.find((each) => sameCell(each.cell, cell));
    if (there) there.actions.push(action);
    else if (cell) placed.push({ actions: [action], cell });
    else left.push(action);
  }
  return { placed, left };
}

/**
 * Draws the circuit in this width.
 * @param {BoardProps} props
 * @param {number} width
 */
export function circuit(props, width) {
  const { view, components } = props;
  const grid = gridOf(components, view.circuit, width);
  const { placed } = placedActions(props);
  return html`<svg class="board gasterospeed-circuit" viewBox="0 0 ${grid.width} ${grid.height}" width=${grid.width} height=${grid.height}
    data-turned=${String(grid.turned)} role=${placed.length > 0 ? "group" : "img"} aria-label=${described(props)}>
    ${terrain(components, view.circuit, grid)}
    ${numbers(grid)}
    ${placed.map(({ actions, cell }) => target(props, grid, actions, cell))}
    ${view.snails.map((each) => piece(props, grid, each))}
    ${trail(props, grid)}
    ${effects(props, grid)}
    ${compass(grid)}
  </svg>`;
}

/**
 * @param {BoardProps} props
 * @param {Grid} grid
 * @param {import("#api").SchemaGasterospeedSnailView} each
 */
function piece({ view }, grid, each) {
  if (!each.cell) return null;
  const [x, y] = grid.centre(each.cell);
  const asked = view.question?.snail === each.snail;
  const angle = grid.angle(each.heading ?? "N");
  const pips = Array.from({ length: each.shells }, (_, index) => html`<circle class="gasterospeed-pip" cx=${(index - (each.shells - 1) / 2) * 7} cy="18" r="2.8" />`);
  return html`<g key=${each.snail} class="board-piece gasterospeed-snail" data-snail=${each.snail} data-cell=${each.cell.join(",")}
    style=${{ transform: `translate(${x}px, ${y}px)` }}>
    <g transform="scale(${grid.size / 38})">
      ${asked && html`<circle r="19.5" class="gasterospeed-asked" />`}
      ${snail(paint(each.colour), String(each.snail + 1), angle, each.status === "ko")}
      ${each.status === "active" && pips}
    </g>
  </g>`;
}

/**
 * A cell, a snail or a direction that can be chosen; two paths to one cell are two candidates.
 * @param {BoardProps} props
 * @param {Grid} grid
 * @param {Action[]} actions
 * @param {Cell} cell
 */
function target(props, grid, actions, cell) {
  const [x, y] = grid.centre(cell);
  const half = grid.size / 2 - 1.5;
  const { direction, target: aim } = actions[0].command;
  const mark = direction
    ? html`<path d="M0 -11 L9 6 H-9 Z" transform="rotate(${grid.angle(direction)}) scale(${grid.size / 40})" class="gasterospeed-way" />`
    : aim === undefined || aim === null
      ? html`<circle r=${grid.size * 0.13} class="gasterospeed-way" />`
      : html`<path d="M0 -1.1 V-0.5 M0 1.1 V0.5 M-1.1 0 H-0.5 M1.1 0 H0.5" transform="scale(${half})" class="gasterospeed-aim" />`;
  return html`<g key=${cell.join(",")} ...${pressing(props, actions, "gasterospeed-target")} data-candidates=${actions.length} transform="translate(${x} ${y})" data-cell=${cell.join(",")}>
    <rect x=${-half} y=${-half} width=${2 * half} height=${2 * half} rx=${grid.size * 0.18} />${mark}
  </g>`;
}

/**
 * The steps of the path that the reader points at.
 * @param {BoardProps} props
 * @param {Grid} grid
 */
function trail({ chosen, view, components }, grid) {
  const command = chosen?.command;
  const from = view.snails[command?.snail ?? -1]?.cell;
  if (command?.type !== "gasterospeed.path" || !from) return null;
  const cells = [from, ...command.steps.map((/** @type {string} */ _, /** @type {number} */ index) => after(components, from, command.steps.slice(0, index + 1)))];
  return html`<path class="gasterospeed-trail" d="M${cells.map((cell) => grid.centre(cell).join(" ")).join("L")}" />`;
}

/**
 * The numbers of the columns and rows, as sentences and labels name a cell.
 * @param {Grid} grid
 */
function numbers(grid) {
  const size = Math.min(12, Math.max(8, grid.size * 0.36));
  return html`<g class="gasterospeed-numbers" font-size=${size} text-anchor="middle" aria-hidden="true">
    ${grid.numbers.map(({ number, x, y }) => html`<text x=${x} y=${y + size * 0.36}>${number}</text>`)}
  </g>`;
}

/**
 * Where north is, if it is not at the top.
 * @param {Grid} grid
 */
function compass(grid) {
  if (!grid.turned) return null;
  return html`<g transform="translate(${grid.width - 18} ${grid.height - 18})" aria-hidden="true">
    <circle r="14" fill="var(--panel)" fill-opacity="0.9" />
    <path d="M-6 -4 L2 0 L-6 4 Z" transform="rotate(${grid.angle("N") - 90})" fill="var(--red)" />
    <text x="6.5" y="4" font-size="11" font-weight="700" text-anchor="middle">N</text>
  </g>`;
}

/**
 * Says where every snail is.
 * @param {BoardProps} props
 */
function described({ view, seats, lang, components }) {
  const text = TEXTS[lang];
  const one = (each) => {
    const where = each.cell ? `${text.cell} ${each.cell.join(", ")}` : nameOf(components, "statuses", each.status, lang);
    return `${each.name} (${nameOf(components, "snails", each.colour, lang)}, ${seatName(seats, each.seat, lang)}): ${where}, ${each.shells} ${text.shells}`;
  };
  return `${nameOf(components, "circuits", view.circuit.id, lang)}, ${text.turn} ${view.turn}. ${view.snails.map(one).join("; ")}`;
}
