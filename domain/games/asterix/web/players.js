// The players: character, hand, captures and points; one of them can be given a card.
import { html, Panel, pressing, seatColour, seatName } from "#kit";
import { captures } from "./cards.js";
import { emblem } from "./emblems.js";
import { TEXTS } from "./texts.js";

/** @typedef {import("#kit").BoardProps<import("#api").SchemaAsterixView>} BoardProps */

/** @param {BoardProps} props */
export function players(props) {
  return html`<div class="board-panels">${props.view.players.map((player) => panel(props, player))}</div>`;
}

/**
 * @param {BoardProps} props
 * @param {import("#api").SchemaAsterixGaulView} player
 */
function panel(props, player) {
  const { view, components, seats, lang, actions, table } = props;
  const text = TEXTS[lang];
  const receives = actions.find(({ command }) => command.type === "asterix.idefix" && command.to === player.seat);
  const turn = table.decision?.seats.includes(player.seat) && !player.has_chosen;
  const won = player.romans.length + player.pirates.length > 0;
  const name = `${view.places ? `${view.places[player.seat]}. ` : ""}${seatName(seats, player.seat, lang)}`;
  return html`<${Panel} key=${player.seat} colour=${seatColour(player.seat)} turn=${turn} look=${receives ? "asterix-receiver" : ""} name=${name} count=${player.total} unit=${text.points} data-player=${player.seat}>
    <div class="asterix-head">
      <svg viewBox="-20 -20 40 40" width="36" height="36" aria-hidden="true">${emblem(player.character)}</svg>
      <span class="board-small">${characterOf(components, player.character, lang)} · ${player.hand_size} ${text.cards}</span>
    </div>
    <div class="asterix-captures">${won ? captures(components, player, lang) : html`<span class="board-small">${text.none}</span>`}</div>
    ${receives && html`<span ...${pressing(props, receives, "board-chip asterix-give")}>${receives.label}</span>`}
  <//>`;
}

/**
 * @param {any} components
 * @param {string} id
 * @param {"fr" | "en"} lang
 */
function characterOf(components, id, lang) {
  const found = components.characters.find((each) => each.id === id);
  return found?.[`name_${lang}`] ?? id;
}
