// What lies beside the road: the hand, the dangers, the prizes and the piles.
import { Card, Choices, Hand, html, textOf } from "#kit";
import { cardName, dangerFace, dangerName, raceCard, raceFace } from "./cards.js";
import { TEXTS } from "./texts.js";

/** @typedef {import("#kit").BoardProps<import("#api").SchemaGumballRallyView>} BoardProps */
/** @typedef {import("#kit").Action} Action */

const CARD = 84;

/**
 * The hand: a card that can be played sends its action.
 * @param {BoardProps} props
 */
export function hand(props) {
  const { view, actions, lang } = props;
  const held = view.hand ?? [];
  const drawn = held.map((/** @type {string} */ id) => actionOf(props, id));
  return html`<div>
    <${Hand} board=${props} title=${TEXTS[lang].hand}>${held.map((/** @type {string} */ id) => handCard(props, id))}<//>
    <${Choices} board=${props} actions=${actions.filter((action) => !drawn.includes(action))} />
  </div>`;
}

/**
 * Returns the action that plays a card without further conditions.
 * @param {BoardProps} props
 * @param {string} id
 */
function actionOf({ actions }, id) {
  return actions.find(({ command }) => command.card === id && (command.colour_passes ?? null) === null);
}

/**
 * @param {BoardProps} props
 * @param {string} id
 */
function handCard(props, id) {
  const { components, lang } = props;
  const face = html`<svg viewBox="-2 -2 ${CARD + 4} ${CARD * 1.35 + 4}" width=${CARD + 4} height=${CARD * 1.35 + 4} aria-hidden="true">${raceFace(components, id, CARD)}</svg>`;
  const { colour } = raceCard(components, id);
  return html`<${Card} key=${id} board=${props} face=${face} label=${cardName(components, id, lang)} text=${textOf(components, "danger_symbols", colour, lang)} action=${actionOf(props, id)} />`;
}

/**
 * The dangers so far, the size of their stack, the prizes and the piles.
 * @param {BoardProps} props
 */
export function beside(props) {
  const { view, components, lang } = props;
  const text = TEXTS[lang];
  const faces = view.dangers_revealed.map((/** @type {string} */ id) => small(dangerFace(components, id, 36), 36, dangerName(components, id, lang)));
  const back = html`<rect class="board-back" width="36" height="48.6" rx="4" /><text x="18" y="31" text-anchor="middle" font-size="17" font-weight="700">${view.dangers_left}</text>`;
  return html`<section>
    <h3 class="board-heading">${text.round} ${view.round} · ${text.dangers}</h3>
    <div class="board-line">${faces}${small(back, 36, `${view.dangers_left} ${text.left}`)}</div>
    <p class="board-small">
      ${text.checkpoint} ${view.prizes.checkpoint.join(" · ")} — ${text.finish} ${view.prizes.winner.join(" · ")}<br />
      ${text.pile} ${view.pile} — ${text.discards} ${view.discards.length}
    </p>
    ${photo(props)}
  </section>`;
}

/** @param {BoardProps} props */
function photo({ view, components, lang }) {
  if (view.photo_cards.length === 0) return null;
  const faces = view.photo_cards.map((/** @type {string} */ id) => small(raceFace(components, id, 36), 36, cardName(components, id, lang)));
  return html`<div><h3 class="board-heading">${TEXTS[lang].photo}</h3><div class="board-line">${faces}</div></div>`;
}

/**
 * @param {any} drawing
 * @param {number} width
 * @param {string} label
 */
function small(drawing, width, label) {
  return html`<svg viewBox="-2 -2 ${width + 4} ${width * 1.35 + 4}" width=${width + 4} height=${width * 1.35 + 4} role="img" aria-label=${label}><title>${label}</title>${drawing}</svg>`;
}
