// The board of Astérix: the trick, the players with their Romans, and the hand.
import { Card, Choices, Hand, html, seriesOf, textOf } from "#kit";
import { arena } from "./arena.js";
import { card, named } from "./cards.js";
import { players } from "./players.js";
import { TEXTS } from "./texts.js";

export { marks, sheet } from "./beats.js";
export { picture } from "./picture.js";

/** @typedef {import("#kit").BoardProps<import("#api").SchemaAsterixView>} BoardProps */
/** @typedef {import("#kit").Action} Action */

/** @param {BoardProps} props */
export function Board(props) {
  const { view, lang } = props;
  const text = TEXTS[lang];
  const held = new Set(view.hand ?? []);
  const others = props.actions.filter(({ command }) => command.type !== "asterix.idefix" && !held.has(command.card));
  return html`<div class="board-stage asterix ${props.animate ? "" : "board-still"}">
    <h3 class="board-heading">${text.round(view.round, view.rounds)}${view.escaped.length > 0 ? ` — ${text.escaped(view.escaped.length)}` : ""}</h3>
    ${arena(props)}
    ${hand(props)}
    <section>${others.length > 0 && html`<h3 class="board-heading">${text.pirates}</h3>`}<${Choices} board=${props} actions=${others} /></section>
    ${players(props)}
  </div>`;
}

/**
 * The hand: a card that can be chosen sends its action.
 * @param {BoardProps} props
 */
function hand(props) {
  const { view, lang } = props;
  const text = TEXTS[lang];
  return html`<${Hand} board=${props} title=${view.chosen ? text.chosen(view.changes_left ?? 0) : text.hand}>
    ${(view.hand ?? []).map((/** @type {string} */ id) => handCard(props, id))}
  <//>`;
}

/**
 * @param {BoardProps} props
 * @param {string} id
 */
function handCard(props, id) {
  const { view, components, lang, actions } = props;
  const text = textOf(components, "kinds", components.gauls.some((each) => each.id === id) ? "gaul" : "idefix", lang);
  return html`<${Card} key=${id} board=${props} face=${card(components, id, lang)} label=${named(components, id, lang)} text=${text}
    action=${actions.find(({ command }) => command.card === id)} look=${view.chosen === id ? "board-picked" : ""} />`;
}

/**
 * Points over time, as the rounds are scored.
 * @param {{ version: number, view: import("#api").SchemaAsterixView }[]} views
 * @returns {import("#kit").Chart}
 */
export function chart(views) {
  const read = (view) => view.players.map((player) => [player.seat, player.total]);
  return { label: { fr: "Points", en: "Points" }, series: seriesOf(views, read) };
}
