// The displays: gold and the four bearers of every player; one of each can be picked for removal.
import { html, paint, pressing, sameAction, seatName, toggling, useEffect, useState } from "#kit";
import { bearerCard, kindOf } from "./bearers.js";
import { TEXTS } from "./texts.js";

/** @typedef {import("#kit").BoardProps<import("#api").SchemaGaloppRoyalView>} BoardProps */
/** @typedef {{ picks: (number | null)[], pick: (seat: number, slot: number) => void }} Picking */

/**
 * The displays of all players.
 * @param {{ board: BoardProps }} props
 */
export function Displays({ board }) {
  const { view, actions, table } = board;
  const removing = actions.some(({ command }) => command.type === "galopp_royal.remove");
  const [picks, setPicks] = useState(/** @type {(number | null)[]} */ ([]));
  useEffect(() => setPicks([]), [table.decision?.number, removing]);
  const pick = (/** @type {number} */ seat, /** @type {number} */ slot) =>
    setPicks(view.chairs.map((each) => (each.seat === seat ? slot : (picks[each.seat] ?? null))));
  const picking = removing ? { picks, pick } : null;
  return html`<section>
    ${removing && html`<h3 class="board-heading">${TEXTS[board.lang].pick}</h3>`}
    <div class="board-panels">${view.chairs.map((chair) => panel(board, chair, picking))}</div>
    ${removing && confirm(board, picks)}
  </section>`;
}

/**
 * @param {BoardProps} props
 * @param {import("#api").SchemaGaloppRoyalChairView} chair
 * @param {Picking | null} picking
 */
function panel(props, chair, picking) {
  const { view, seats, lang } = props;
  const turn = view.active === chair.seat;
  const place = view.places ? `${view.places[chair.seat]}. ` : "";
  return html`<div class="board-panel ${turn ? "board-turn" : ""}" style=${{ "--who": paint(chair.chair) }} data-display=${chair.seat}>
    <div class="board-name"><span>${place}${seatName(seats, chair.seat, lang)}</span>
      <span class="galopp_royal-gold" aria-label="${chair.gold} ${TEXTS[lang].gold}">${chair.gold}</span></div>
    ${chair.display.some(Boolean) && html`<div class="galopp_royal-display">
      ${chair.display.map((/** @type {string | null} */ id, /** @type {number} */ index) => slotOf(props, chair, id, index + 1, picking))}
    </div>`}
  </div>`;
}

/**
 * @param {BoardProps} props
 * @param {import("#api").SchemaGaloppRoyalChairView} chair
 * @param {string | null} id
 * @param {number} slot
 * @param {Picking | null} picking
 */
function slotOf({ components, seats, lang, events }, chair, id, slot, picking) {
  const kind = id === null ? "–" : kindOf(components, id)[`name_${lang}`];
  const label = `${TEXTS[lang].pickOne(seatName(seats, chair.seat, lang), slot)}, ${kind}`;
  const picked = picking?.picks[chair.seat] === slot;
  const drawn = bearerCard(components, id, slot, picked || rolled(events, chair.seat) === slot);
  return picking && id !== null
    ? html`<div class="board-card board-live" title=${kind}>${drawn}<span ...${toggling(label, () => picking.pick(chair.seat, slot), picked, "board-over")}></span></div>`
    : html`<div class="board-card" role="img" aria-label=${label} title=${kind}>${drawn}</div>`;
}

/**
 * Returns the slot that this seat rolled last, if the events just now say so.
 * @param {import("#kit").TableEvent[]} events
 * @param {number} seat
 */
function rolled(events, seat) {
  const rolls = events.filter(({ type }) => type === "galopp_royal.die_rolled");
  const last = rolls.at(-1)?.data;
  return last?.seat === seat ? last.rolled : null;
}

/**
 * @param {BoardProps} props
 * @param {(number | null)[]} picks
 */
function confirm(props, picks) {
  const ready = picks.length > 0 && picks.every((slot) => slot !== null);
  if (!ready) return null;
  const label = TEXTS[props.lang].confirm;
  const built = { label, group: label, command: { type: "galopp_royal.remove", slots: picks } };
  const action = props.actions.find((each) => sameAction(each, built)) ?? built;
  return html`<p><span ...${pressing(props, action, "board-chip")}>${label}</span></p>`;
}
