// The players at the table: names, who must decide, clocks.
// @ts-check
import { tokensOf } from "../lib/board.js";
import { useNow } from "../lib/hooks.js";
import { listed, t } from "../lib/i18n.js";
import { client } from "../lib/session.js";
import { html } from "../vendor/preact.js";

/** @typedef {import("#api").SchemaSeatSeen} Seat */
/** @typedef {import("#api").SchemaStateSeen} State */

/** @param {import("#api").SchemaListedSeat | undefined} seat */
export const nameOf = (seat) => seat?.name ?? t("seat_n", { n: (seat?.seat ?? 0) + 1 });

/** Say whose turn it is. @param {import("./live.js").LiveTable} live */
export function turnText(live) {
  const { state } = live;
  if (live.over) return t(state.status);
  if (state.status === "open") return t("waiting_title");
  if (!state.decision) return "";
  if (state.actions && live.settled) return t("your_choice");
  const names = state.decision.seats.filter((seat) => seat !== state.seat).map((seat) => nameOf(state.seats[seat]));
  const waiting = names.length ? t("waiting_for", { names: listed(names) }) : "";
  return state.seat === null || state.seat === undefined ? `${t("watching")} · ${waiting}` : waiting;
}

export function Seats({ live }) {
  const { state } = live;
  const awaited = state.decision?.seats ?? [];
  return html`<ul class="seats" tabindex="0" aria-label=${t("how_many")}>
    ${state.seats.map((seat) => html`<li key=${seat.seat} data-seat=${seat.seat} class=${awaited.includes(seat.seat) ? "seat awaited" : "seat"}>
      ${tokensOf(live.module, state.view, seat.seat).map(({ colour, mark }) => html`<span class="dot" style=${{ "--who": colour }} aria-hidden="true">${mark}</span>`)}
      <span class="name">${nameOf(seat)}</span>
      <span class="quiet">${facts(seat, state).join(" · ")}</span>
      ${awaited.includes(seat.seat) && !isTimeUp(seat) ? html`<${Clock} deadline=${deadlineOf(seat, state)} />` : seat.clock && html`<${Bank} clock=${seat.clock} />`}
    </li>`)}
  </ul>`;
}

/** @param {Seat} seat @param {State} state */
function facts(seat, state) {
  const place = state.outcome ? `${t("place")} ${state.outcome.places[seat.seat]}` : "";
  const away = seat.resigned ? t("has_resigned") : seat.autopilot && !isTimeUp(seat) && t("autopilot");
  return [state.seat === seat.seat && t("you"), seat.kind === "bot" && t("bot"), away, place].filter(Boolean);
}

/** Seconds until a deadline on the server's clock. @param {string} deadline @param {number} now */
export const secondsLeft = (deadline, now) => Math.max(0, Math.ceil((Date.parse(deadline) - now - client.ahead) / 1000));

/** When the time of a seat is over: its own deadline if it has a bank. @param {Seat | undefined} seat @param {State} state */
export const deadlineOf = (seat, state) => seat?.clock?.deadline ?? state.decision?.deadline;

/** Whether the bank of a seat is empty for good. @param {Seat | undefined} seat */
export const isTimeUp = (seat) => seat?.clock?.bank_ms === 0 && !seat.clock.deadline;

/** A time as a clock shows it. @param {number} left seconds */
export function timeText(left) {
  const parts = [Math.floor(left / 86400), Math.floor(left / 3600) % 24, Math.floor(left / 60) % 60, left % 60];
  const [days, hours, minutes, seconds] = parts;
  if (days > 0) return t("days_hours", { days, hours });
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  if (hours > 0) return `${hours}:${two(minutes)}:${two(seconds)}`;
  return minutes > 0 ? `${minutes}:${two(seconds)}` : `${seconds}`;
}

/** The bank of a seat whose clock stands still. */
function Bank({ clock }) {
  if (clock.bank_ms === 0) return html`<span class="clock hurry">${t("time_up")}</span>`;
  const left = Math.floor(clock.bank_ms / 1000);
  return html`<span class="clock bank" aria-label=${t("time_left", { seconds: left })}>${timeText(left)}</span>`;
}

export function Clock({ deadline }) {
  const now = useNow(Boolean(deadline));
  if (!deadline) return null;
  const left = secondsLeft(deadline, now);
  if (left === 0) return html`<span class="clock hurry" role="timer">${t("time_up")}</span>`;
  return html`<span class=${left <= 10 ? "clock hurry" : "clock"} role="timer" aria-label=${t("time_left", { seconds: left })}>${timeText(left)}</span>`;
}
