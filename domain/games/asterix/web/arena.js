// The middle of the table: the card played for, the choices of this trick, and the last trick.
import { html, seatName } from "#kit";
import { card, named, place } from "./cards.js";
import { TEXTS } from "./texts.js";

/** @typedef {import("#kit").BoardProps<import("#api").SchemaAsterixView>} BoardProps */

/** @param {BoardProps} props */
export function arena(props) {
  return html`<div class="asterix-arena" role="group" aria-label=${described(props)}>
    ${prize(props)}
    ${props.view.phase === "play" ? spots(props) : html`<p>${news(props)}</p>`}
    ${lastTrick(props)}
  </div>`;
}

/**
 * Says what is played for, and what everybody has captured.
 * @param {BoardProps} props
 */
function described({ view, components, seats, lang }) {
  const text = TEXTS[lang];
  const one = (player) => `${seatName(seats, player.seat, lang)}: ${player.romans.length + player.pirates.length} ${text.captured}`;
  const prize = view.visible ? `${text.visible}: ${named(components, view.visible, lang)}. ` : "";
  return `${prize}${view.players.map(one).join("; ")}`;
}

/** @param {BoardProps} props */
function news({ view, seats, lang }) {
  const text = TEXTS[lang];
  if (view.looked_at) return text.looked;
  if (view.looking !== null) return text.looks(seatName(seats, view.looking, lang));
  return "";
}

/**
 * The deck and the card that is played for, or the card that Idéfix shows.
 * @param {BoardProps} props
 */
function prize({ view, components, lang }) {
  const shown = view.visible ?? view.looked_at;
  const text = TEXTS[lang];
  return html`<div class="asterix-prize">
    <div class="asterix-spot">
      <span role="img" aria-label="${view.deck} ${text.deck}">${card(components, null, lang, 0.8)}</span>
      <span class="board-small">${view.deck} ${text.deck}</span>
    </div>
    ${shown && html`<div class="asterix-spot" key=${shown}>
      <span class="board-appear" role="img" aria-label="${text.visible}: ${named(components, shown, lang)}" data-visible=${shown}>${card(components, shown, lang, 1.45)}</span>
      ${pirateText(components, shown, lang)}
    </div>`}
  </div>`;
}

/**
 * Says what a Pirate frees; a Roman says it on its card.
 * @param {any} components
 * @param {string} id
 * @param {"fr" | "en"} lang
 */
function pirateText(components, id, lang) {
  const pirate = components.pirates.some((each) => each.id === id);
  return pirate && html`<span class="board-small">${named(components, id, lang)}</span>`;
}

/** @param {BoardProps} props */
function spots({ view, components, seats, lang, me, narrow }) {
  const scale = narrow ? 0.78 : 0.9;
  const text = TEXTS[lang];
  const spot = (player) => {
    const own = player.seat === me ? view.chosen : null;
    const state = player.hand_size === 0 ? text.out : player.has_chosen ? text.ready : text.waiting;
    const drawn = player.has_chosen
      ? html`<span class="board-appear" role="img" aria-label=${own ? named(components, own, lang) : text.ready}>${card(components, own, lang, scale)}</span>`
      : place(scale);
    return html`<div class="asterix-spot" key=${player.seat} data-spot=${player.seat}>
      ${drawn}<strong>${seatName(seats, player.seat, lang)}</strong><span class="board-small">${state}</span>
    </div>`;
  };
  return html`<div class="asterix-spots">${view.players.map(spot)}</div>`;
}

/** @param {BoardProps} props */
function lastTrick({ view, components, seats, lang }) {
  const trick = view.last_trick;
  if (!trick) return html`<section class="asterix-last"></section>`;
  const text = TEXTS[lang];
  const winner = trick.winner == null ? text.nobody : seatName(seats, trick.winner, lang);
  const one = (/** @type {string | null} */ id, /** @type {number} */ seat) =>
    id && html`<div class="asterix-spot" key=${seat} title=${seatName(seats, seat, lang)}>
      <span class=${trick.winner === seat ? "asterix-winner" : ""} role="img" aria-label="${seatName(seats, seat, lang)}: ${named(components, id, lang)}">${card(components, id, lang, 0.62)}</span>
    </div>`;
  return html`<section key=${trick.card} class="board-appear asterix-last">
    <h3 class="board-heading">${text.last}: ${named(components, trick.card, lang)} → ${winner}</h3>
    <div class="board-line">${trick.cards.map(one)}</div>
  </section>`;
}
