// The displays: gold and the four bearers of every player; one of each can be picked for removal.
import { Card, html, paint, Panel, pressing, sameAction, seatName, textOf, toggling, useEffect, useState } from "#kit";
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
  const gold = html`<span class="galopp_royal-gold">${chair.gold}</span>`;
  return html`<${Panel} colour=${paint(chair.chair)} turn=${turn} name=${`${place}${seatName(seats, chair.seat, lang)}`} count=${gold} unit=${TEXTS[lang].gold} data-display=${chair.seat}>
    ${chair.display.some(Boolean) && html`<div class="galopp_royal-display">
      ${chair.display.map((/** @type {string | null} */ id, /** @type {number} */ index) => slotOf(props, chair, id, index + 1, picking))}
    </div>`}
  <//>`;
}

/**
 * @param {BoardProps} props
 * @param {import("#api").SchemaGaloppRoyalChairView} chair
 * @param {string | null} id
 * @param {number} slot
 * @param {Picking | null} picking
 */
function slotOf(props, chair, id, slot, picking) {
  const { components, seats, lang, events } = props;
  const kind = id === null ? null : kindOf(components, id);
  const label = `${TEXTS[lang].pickOne(seatName(seats, chair.seat, lang), slot)}, ${kind ? kind[`name_${lang}`] : "–"}`;
  const picked = picking?.picks[chair.seat] === slot;
  const attributes = picking && kind ? toggling(label, () => picking.pick(chair.seat, slot), picked, "board-over") : null;
  return html`<${Card} board=${props} face=${bearerCard(components, id, slot, picked || rolled(events, chair.seat) === slot)} label=${label}
    text=${kind ? textOf(components, "bearers", kind.kind, lang) : ""} attributes=${attributes} />`;
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
