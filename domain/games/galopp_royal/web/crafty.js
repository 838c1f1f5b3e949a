// The use of a +2/−2: the way of one's own chair first, then another chair on the track.
import { Choices, html, toggling } from "#kit";
import { TEXTS } from "./texts.js";

/** @typedef {import("#kit").BoardProps<import("#api").SchemaGaloppRoyalView>} BoardProps */
/** @typedef {import("#kit").Action} Action */

/** @param {Action} action */
const isCrafty = ({ command }) => command.type === "galopp_royal.crafty";

/**
 * Returns the ways that the own chair can go, the usual one first.
 * @param {BoardProps} props
 * @returns {number[]}
 */
export function waysOf({ actions }) {
  return [...new Set(actions.filter(isCrafty).map(({ command }) => command.own))];
}

/**
 * Returns the actions that move exactly this other chair, forwards or back, if the own one goes this way.
 * @param {BoardProps} props
 * @param {number | undefined} own
 * @param {number} seat
 */
export function pushesOf({ actions }, own, seat) {
  return actions.filter((action) => isCrafty(action) && action.command.own === own
    && action.command.others?.length === 1 && action.command.others[0].seat === seat);
}

/**
 * The ways to choose from, and the uses that no single chair on the track stands for.
 * @param {BoardProps} props
 * @param {number | undefined} own
 * @param {(own: number) => void} choose
 */
export function crafty(props, own, choose) {
  const ways = waysOf(props);
  if (ways.length === 0) return null;
  const text = TEXTS[props.lang];
  const way = (/** @type {number} */ each) => html`<span key=${each}
    ...${toggling(text.own(each), () => choose(each), each === own, "board-chip")}>${text.own(each)}</span>`;
  const pushes = props.view.chairs.flatMap((each) => pushesOf(props, own, each.seat));
  const others = props.actions.filter((action) => isCrafty(action) && action.command.own === own && !pushes.includes(action));
  return html`<section>
    <h3 class="board-heading">${text.crafty}</h3>
    <div class="board-hand">${ways.map(way)}</div>
    <${Choices} board=${props} actions=${others} />
  </section>`;
}
