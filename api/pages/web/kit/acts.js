// What a reader can press on a board.
// @ts-check
import { html } from "../vendor/preact.js";
import { acting } from "../lib/board.js";

/** @typedef {import("./kit.js").Action} Action */
/** @typedef {import("./kit.js").BoardProps} BoardProps */

/**
 * Returns the attributes of an element that sends `action`, or asks which of several; `look` names further classes.
 * @param {BoardProps} props
 * @param {Action | Action[]} action
 * @param {string} [look]
 * @returns {Record<string, unknown>}
 */
export function pressing(props, action, look = "") {
  const { pending, onChoose, onPoint, chosen } = props;
  const attributes = acting({ action, pending, onChoose, onPoint, chosen });
  return { ...attributes, class: `${look} ${attributes.class}`, "data-action": [action].flat()[0].command.type };
}

/**
 * Returns the attributes of an element that changes what the board shows, without sending anything.
 * @param {string} label
 * @param {() => void} press
 * @param {boolean} pressed
 * @param {string} [look]
 * @returns {Record<string, unknown>}
 */
export function toggling(label, press, pressed, look = "") {
  return {
    role: "button",
    tabindex: 0,
    class: `${look} can${pressed ? " board-picked" : ""}`,
    "aria-label": label,
    "aria-pressed": String(pressed),
    "data-toggle": "",
    onClick: press,
    onKeyDown: (/** @type {KeyboardEvent} */ event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      press();
    },
  };
}

/**
 * Actions that have no place of their own on the board, as chips with their labels. They keep their place while there are none.
 * @param {{ board: BoardProps, actions: Action[] }} props
 */
export function Choices({ board, actions }) {
  if (board.me === null) return null;
  const chip = (/** @type {Action} */ action) =>
    html`<span ...${pressing(board, action, "board-chip")}>${action.label}</span>`;
  return html`<div class="board-choices">${actions.map(chip)}</div>`;
}
