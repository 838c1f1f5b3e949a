// The board of Galopp Royal: the track of sedan chairs, the displays and the auction.
import { Choices, html, paint, pressing, seriesOf, useEffect, useState, useWidth } from "#kit";
import { auction } from "./auction.js";
import { crafty, waysOf } from "./crafty.js";
import { Displays } from "./displays.js";
import { TEXTS } from "./texts.js";
import { track } from "./track.js";

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
 * The four-sided die, when it can be rolled.
 * @param {BoardProps} props
 */
function die(props) {
  const action = props.actions.find(({ command }) => command.type === "galopp_royal.roll");
  if (!action) return null;
  return html`<div><span ...${pressing(props, action, "galopp_royal-die")}>
    <svg viewBox="0 0 48 44" width="48" height="44" aria-hidden="true">
      <path d="M24 3 L45 40 H3 Z" fill="var(--white)" stroke="var(--ink)" stroke-width="2" stroke-linejoin="round" />
      <path d="M24 3 L30 40" stroke="var(--ink)" stroke-opacity="0.3" />
      <g fill="var(--black)"><circle cx="16" cy="33" r="3" /><circle cx="24" cy="24" r="3" /><circle cx="25" cy="33" r="3" /></g>
    </svg>${action.label}
  </span></div>`;
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
