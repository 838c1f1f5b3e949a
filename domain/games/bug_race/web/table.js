// What lies beside the tracks: offered cards, the hand, passed cards and the piles.
import { Card, Choices, Hand, html, pressing, seatName } from "#kit";
import { face, named } from "./cards.js";
import { TEXTS } from "./texts.js";
import { due } from "./track.js";

/** @typedef {import("#kit").BoardProps<import("#api").SchemaBugRaceView>} BoardProps */
/** @typedef {import("#kit").Action} Action */
/** @typedef {import("./cards.js").CardView} CardView */

/**
 * The cards of the reader, each with what it can do.
 * @param {BoardProps} props
 */
export function cards(props) {
  const { view, actions } = props;
  const drawn = new Set([...(view.offered ?? []), ...(view.hand ?? [])].map((/** @type {CardView} */ each) => each.card));
  const others = actions.filter(({ command }) => command.type !== "bug_race.advance" && !drawn.has(command.card));
  return html`<div class="board-aside">
    ${held(props)}
    <${Choices} board=${props} actions=${others} />
    ${passes(props)}
    ${piles(props)}
  </div>`;
}

/**
 * The cards that the reader may keep, and those of the hand.
 * @param {BoardProps} props
 */
function held(props) {
  const { view, lang, seats, me } = props;
  const text = TEXTS[lang];
  const track = me === null ? null : view.tracks[me];
  const left = view.phase === "play" && track ? due(view, track) : 0;
  const hand = view.phase !== "play" ? text.kept : left ? text.play(left) : text.played;
  const offered = track?.chosen ? text.waiting : track?.passes_to == null ? text.keep : text.passTo(seatName(seats, track.passes_to, lang));
  const one = (/** @type {CardView} */ card) => option(props, card);
  return html`<${Hand} board=${props} title=${view.offered?.length ? offered : hand}>
    ${(view.offered ?? []).map(one)}
    ${view.offered?.length && view.hand?.length ? html`<span class="board-small bug_race-kept">${text.kept}</span>` : null}
    ${(view.hand ?? []).map(one)}
  <//>`;
}

/**
 * A card: pressing it keeps or plays it; a chip below plays it without moving.
 * @param {BoardProps} props
 * @param {CardView} card
 */
function option(props, card) {
  const { actions, components, lang } = props;
  const own = actions.filter(({ command }) => command.card === card.card);
  const action = own.find(({ command }) => command.steps === undefined || command.steps === null);
  const rest = own.filter((each) => each !== action);
  return html`<${Card} key=${card.card} board=${props} face=${face(card, 1)} label=${named(components, card, lang)} action=${action}>
    ${rest.map((each) => html`<span ...${pressing(props, each, "board-chip")}>${TEXTS[lang].stay}</span>`)}
  <//>`;
}

/** @param {BoardProps} props */
function passes({ view, lang, seats, me }) {
  if (!view.passes?.length) return null;
  const text = TEXTS[lang];
  const pass = (each) => html`<div class="board-option board-small">
    <div class="board-line">${each.cards.map((/** @type {CardView} */ card) => face(card, 0.55))}</div>
    ${each.giver === me ? text.given(seatName(seats, each.receiver, lang)) : text.received(seatName(seats, each.giver, lang))}
  </div>`;
  return html`<section>
    <h3 class="board-heading">${text.passes}</h3>
    <div class="board-hand">${view.passes.map(pass)}</div>
  </section>`;
}

/** @param {BoardProps} props */
function piles({ view, lang }) {
  const text = TEXTS[lang];
  return html`<p class="board-small">
    ${text.round(view.round, view.turn)} — ${text.pile} ${view.pile} — ${text.discards} ${view.discards.length}
  </p>`;
}
