// The board of Galopp Royal: the track of sedan chairs, the displays and the auction.
import { Choices, Die, html, paint, pressing, seriesOf, useEffect, useState, useWidth } from "#kit";
import { auction } from "./auction.js";
import { crafty, waysOf } from "./crafty.js";
import { Displays } from "./displays.js";
import { TEXTS } from "./texts.js";
import { track } from "./track.js";

export { marks, sheet } from "./beats.js";
export { picture } from "./picture.js";

/** @typedef {import("#kit").BoardProps<import("#api").SchemaGaloppRoyalView>} BoardProps */
/** @typedef {import("#kit").Action} Action */

const DRAWN = ["bid", "pass", "roll", "crafty", "remove"].map((name) => `galopp_royal.${name}`);

/** @param {BoardProps} props */
export function Board(props) {
  const [ref, width] = useWidth(props.narrow);
  const { view, actions, lang, table } = props;
  const [way, setWay] = useState(/** @type {number | null} */ (null));
  useEffect(() => setWay(null), [table.decision?.number]);
  const own = way ?? waysOf(props)[0];
  const others = actions.filter(({ command }) => !DRAWN.includes(command.type));
  return html`<div class="board-stage galopp_royal ${props.animate ? "" : "board-still"}" ref=${ref}>
    ${view.track && track({ ...props, view: { ...view, track: view.track } }, width, own)}
    ${view.auction && auction({ ...props, view: { ...view, auction: view.auction } })}
    ${die(props)}
    ${crafty(props, own, setWay)}
    <${Choices} board=${props} actions=${others} />
    <${Displays} board=${props} />
    <p class="board-small">${TEXTS[lang].piles(view.pile, view.discards)}</p>
  </div>`;
}

/**
 * The die: what was rolled last, and the roll if it is due. It keeps its place during a race.
 * @param {BoardProps} props
 */
function die(props) {
  const { view, actions, events, lang } = props;
  if (!view.track) return null;
  const action = actions.find(({ command }) => command.type === "galopp_royal.roll");
  const last = events.findLast(({ type }) => type === "galopp_royal.die_rolled");
  return html`<div class="galopp_royal-rolls">
    <${Die} number=${last?.data.rolled ?? null} rolled=${last?.version} label=${TEXTS[lang].die} />
    ${action && html`<span ...${pressing(props, action, "galopp_royal-die")}>${action.label}</span>`}
  </div>`;
}

/**
 * Gold over time.
 * @param {{ version: number, view: import("#api").SchemaGaloppRoyalView }[]} views
 * @returns {import("#kit").Chart}
 */
export function chart(views) {
  const read = (view) => view.chairs.map((each) => [each.seat, each.gold]);
  return { label: { fr: "Or", en: "Gold" }, series: seriesOf(views, read) };
}

/**
 * The chair of a seat: its colour and number.
 * @param {import("#api").SchemaGaloppRoyalView} view
 * @param {number} seat
 */
export function tokens(view, seat) {
  return [{ colour: paint(view.chairs[seat].chair), mark: String(seat + 1) }];
}
