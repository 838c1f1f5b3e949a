// The board of Gastérospeed: the circuit with its snails, the hand and the dashboards.
import { html } from "../vendor/preact.js";
import { seriesOf } from "./drawing/charts.js";
import { paint } from "./drawing/colours.js";
import { useWidth } from "./drawing/width.js";
import { circuit } from "./gasterospeed/circuit.js";
import { dashboards } from "./gasterospeed/dashboards.js";
import { Hand } from "./gasterospeed/hand.js";
import { progress } from "./gasterospeed/progress.js";
import { snail } from "./gasterospeed/snail.js";

export const styles = ["drawing/boards.css", "gasterospeed.css"];

/** @param {import("./drawing/types.js").BoardProps} props */
export function Board(props) {
  const [ref, width] = useWidth(props.narrow);
  return html`<div class="board-stage gasterospeed ${props.animate ? "" : "board-still"}"><div class="board-split">
    <div class="board-aside">
      <div ref=${ref}>${circuit(props, width)}</div>
      <${Hand} board=${props} />
    </div>
    ${dashboards(props)}
  </div></div>`;
}

/** Three snails before the finish. */
export function picture() {
  const check = (/** @type {number} */ index) => html`<path d="M${128 + (index % 2) * 8} ${18 + index * 8} h8 v8 h-8 Z" fill="var(--black)" />`;
  return html`<svg viewBox="0 0 160 100" aria-hidden="true" class="gasterospeed">
    <rect width="160" height="100" rx="8" fill="var(--gastero-hedge)" />
    <path d="M0 18 H160 V82 H0 Z" fill="var(--grass)" />
    <path d="M128 18 h16 v64 h-16 Z" fill="var(--white)" />${[0, 1, 2, 3, 4, 5, 6, 7].map(check)}
    <g transform="translate(32 36)">${snail("var(--seat-0)", "", 90, false)}</g>
    <g transform="translate(74 62) scale(1.1)">${snail("var(--seat-1)", "", 90, false)}</g>
    <g transform="translate(108 36)">${snail("var(--seat-3)", "", 90, false)}</g>
  </svg>`;
}

/**
 * Points over time; in a single race, the steps from the start.
 * @param {{ version: number, view: any }[]} views
 * @returns {import("./drawing/types.js").Chart}
 */
export function chart(views) {
  if (views.some(({ view }) => view?.races > 1)) {
    const read = (/** @type {any} */ view) => view.standings.map((/** @type {any} */ each) => [each.seat, each.points]);
    return { label: { fr: "Points", en: "Points" }, series: seriesOf(views, read) };
  }
  return { label: { fr: "Pas depuis le départ", en: "Steps from the start" }, series: seriesOf(views, progress()) };
}

/**
 * The snails of a seat: their colours and numbers.
 * @param {any} view
 * @param {number} seat
 */
export function tokens(view, seat) {
  return view.snails
    .filter((/** @type {any} */ each) => each.seat === seat)
    .map((/** @type {any} */ each) => ({ colour: paint(each.colour), mark: String(each.snail + 1) }));
}
