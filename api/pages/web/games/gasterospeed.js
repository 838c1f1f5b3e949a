// The board of Gastérospeed: the circuit with its snails, the hand and the dashboards.
import { html } from "../vendor/preact.js";
import { seriesOf } from "./drawing/charts.js";
import { paint } from "./drawing/colours.js";
import { useWidth } from "./drawing/width.js";
import { circuit } from "./gasterospeed/circuit.js";
import { dashboards } from "./gasterospeed/dashboards.js";
import { Hand } from "./gasterospeed/hand.js";
import { progress } from "./gasterospeed/progress.js";

export { picture } from "./gasterospeed/picture.js";
export const styles = ["drawing/boards.css", "gasterospeed.css"];
/** Events that the log of the page leaves out: the board shows what is to be decided. */
export const quiet = ["gasterospeed.question_put"];

/** @param {import("./drawing/types.js").BoardProps<import("#api").SchemaGasterospeedView>} props */
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

/**
 * Points over time; in a single race, the steps from the start.
 * @param {{ version: number, view: import("#api").SchemaGasterospeedView }[]} views
 * @returns {import("./drawing/types.js").Chart}
 */
export function chart(views) {
  if (views.some(({ view }) => view?.races > 1)) {
    const read = (view) => view.standings.map((each) => [each.seat, each.points]);
    return { label: { fr: "Points", en: "Points" }, series: seriesOf(views, read) };
  }
  return { label: { fr: "Pas depuis le départ", en: "Steps from the start" }, series: seriesOf(views, progress()) };
}

/**
 * The snails of a seat: their colours and numbers.
 * @param {import("#api").SchemaGasterospeedView} view
 * @param {number} seat
 */
export function tokens(view, seat) {
  return view.snails
    .filter((each) => each.seat === seat)
    .map((each) => ({ colour: paint(each.colour), mark: String(each.snail + 1) }));
}
