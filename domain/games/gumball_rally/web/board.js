// The board of Gumball Rally: a line of buggies on the road, the hand, and the dangers.
import { html, paint, seriesOf, useWidth } from "#kit";
import { line } from "./line.js";
import { beside, hand } from "./table.js";

export { marks, sheet } from "./beats.js";
export { picture } from "./picture.js";

/** @param {import("#kit").BoardProps<import("#api").SchemaGumballRallyView>} props */
export function Board(props) {
  const [ref, width] = useWidth(props.narrow);
  return html`<div class="board-stage gumball_rally ${props.animate ? "" : "board-still"}" ref=${ref}>
    ${line(props, width)}
    <div class="gumball_rally-below">${hand(props)}${beside(props)}</div>
  </div>`;
}

/**
 * Points over time.
 * @param {{ version: number, view: import("#api").SchemaGumballRallyView }[]} views
 * @returns {import("#kit").Chart}
 */
export function chart(views) {
  const read = (view) => view.line.map((each) => [each.seat, each.points]);
  return { label: { fr: "Points", en: "Points" }, series: seriesOf(views, read) };
}

/**
 * The buggy of a seat: its colour and number.
 * @param {import("#api").SchemaGumballRallyView} view
 * @param {number} seat
 */
export function tokens(view, seat) {
  return view.line.filter((each) => each.seat === seat).map((each) => ({ colour: paint(each.buggy), mark: String(seat + 1) }));
}
