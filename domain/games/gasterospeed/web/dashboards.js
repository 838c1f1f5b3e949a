// A dashboard for every snail, and the facts of the race.
import { Die, html, nameOf, paint, seatName, textOf } from "#kit";
import { back, small } from "./cards.js";
import { legend } from "./legend.js";
import { shells, snail } from "./snail.js";
import { TEXTS } from "./texts.js";

/** @typedef {import("#kit").BoardProps<import("#api").SchemaGasterospeedView>} BoardProps */

/** @param {BoardProps} props */
export function dashboards(props) {
  return html`<div class="board-aside">
    ${facts(props)}
    <div class="board-panels">${props.view.snails.map((each) => dashboard(props, each))}</div>
  </div>`;
}

/** @param {BoardProps} props */
function facts({ view, components, lang, events }) {
  const text = TEXTS[lang];
  return html`<section class="board-small">
    <strong>${nameOf(components, "circuits", view.circuit.id, lang)}</strong> — ${text.race(view.race, view.races)}, ${text.turn} ${view.turn}
    <span class="gasterospeed-roll"><${Die} number=${view.last_roll ?? null} rolled=${rolled(events)} label=${text.die} /></span>
    <details><summary>${text.hit} ${view.circuit.fire_hits.join(", ")} · ${text.pile} ${view.piles.join(" + ")} · ${text.discards} ${view.discards.flat().length}</summary>
      <p>${textOf(components, "circuits", view.circuit.id, lang)}</p>${legend(components, view.circuit, lang)}</details>
  </section>`;
}

/** The version of the last roll just now, so that the die rolls again. @param {import("#kit").TableEvent[]} events */
function rolled(events) {
  return events.findLast(({ type }) => type === "gasterospeed.die_rolled")?.version ?? "before";
}

/**
 * @param {BoardProps} props
 * @param {import("#api").SchemaGasterospeedSnailView} each
 */
function dashboard(props, each) {
  const { view, seats, lang, table, components } = props;
  const text = TEXTS[lang];
  const standing = view.standings[each.seat];
  const turn = table.decision?.seats.includes(each.seat) && (view.question?.snail ?? each.snail) === each.snail;
  return html`<div key=${each.snail} class="board-panel ${turn ? "board-turn" : ""}" style=${{ "--who": paint(each.colour) }} data-dashboard=${each.snail}>
    <div class="gasterospeed-dash">
      <svg viewBox="-20 -20 40 40" width="38" height="38" aria-hidden="true">${snail(paint(each.colour), String(each.snail + 1), 0, each.status === "ko")}</svg>
      <div><strong>${each.name}</strong>
        <div class="board-small">${seatName(seats, each.seat, lang)} · ${standing.points} ${text.points} · ${standing.hand_size} ${text.cards}${reserve(props, standing)}</div></div>
      <div class="gasterospeed-cards">${laid(props, each)}</div>
    </div>
    <div class="board-name"><span role="img" aria-label="${each.shells} ${text.shells}">${shells(each.shells, each.full, paint(each.colour))}</span>
      <span class="board-small">${each.place ? `${each.place}. ` : ""}${each.status === "active" ? "" : nameOf(components, "statuses", each.status, lang)}</span></div>
  </div>`;
}

/**
 * What the stable has left to stake, if shells are staked race by race.
 * @param {BoardProps} props
 * @param {import("#api").SchemaGasterospeedStandingView} standing
 */
function reserve({ view, lang }, standing) {
  if (!view.settings.ninjagot) return "";
  const text = TEXTS[lang];
  return ` · ${text.reserve} ${standing.reserve}${standing.reserve_short ? ` (${text.short})` : ""}`;
}

/**
 * The cards that lie before a snail.
 * @param {BoardProps} props
 * @param {import("#api").SchemaGasterospeedSnailView} each
 */
function laid({ view, components, lang }, each) {
  const own = view.laid?.[each.snail]?.card;
  const stake = view.stakes?.[each.snail] ?? null;
  if (stake !== null) return html`<b>${TEXTS[lang].staked(stake)}</b>`;
  const hidden = each.committed && (own ? small(components, own, lang) : html`<span role="img" aria-label=${TEXTS[lang].faceDown}>${back()}</span>`);
  const shown = [each.speed, each.action].flatMap((card) => (card?.card ? [small(components, card.card, lang)] : []));
  return [...shown, hidden];
}
