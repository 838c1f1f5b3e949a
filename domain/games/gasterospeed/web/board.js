// The board of Gastérospeed: the circuit with its snails, the hand and the dashboards.
import { html, paint, seriesOf, useWidth, Zoom } from "#kit";
import { circuit } from "./circuit.js";
import { dashboards } from "./dashboards.js";
import { Hand } from "./hand.js";
import { progress } from "./progress.js";
import { TEXTS } from "./texts.js";

export { marks, sheet } from "./beats.js";
export { picture } from "./picture.js";
/** Events that the log of the page leaves out: the board shows what is to be decided. */
export const quiet = ["gasterospeed.question_put"];

/** @param {import("#kit").BoardProps<import("#api").SchemaGasterospeedView>} props */
export function Board(props) {
  const [ref, width] = useWidth(props.narrow);
  return html`<div class="board-stage gasterospeed ${props.animate ? "" : "board-still"}"><div class="board-split">
    <div class="board-aside">
      <div ref=${ref}><${Zoom} width=${width} label=${TEXTS[props.lang].circuit} draw=${(/** @type {number} */ wide) => circuit(props, wide)} /></div>
      <${Hand} board=${props} />
    </div>
    ${dashboards(props)}
  </div></div>`;
}

/**
 * Points over time; in a single race, the steps from the start.
 * @param {{ version: number, view: import("#api").SchemaGasterospeedView }[]} views
 * @returns {import("#kit").Chart}
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
