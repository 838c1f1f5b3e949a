// The players at the table: names, who must decide, clocks.
// @ts-check
import { tokensOf } from "./board.js";
import { useNow } from "./hooks.js";
import { listed, t } from "./i18n.js";
import { client } from "./session.js";
import { html } from "./vendor/preact.js";

/** @param {any} seat */
export const nameOf = (seat) => seat?.name ?? t("seat_n", { n: seat?.seat });

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
  return html`<ul class="seats" aria-label=${t("how_many")}>
    ${state.seats.map((seat) => html`<li key=${seat.seat} class=${awaited.includes(seat.seat) ? "seat awaited" : "seat"}>
      ${tokensOf(live.module, state.view, seat.seat).map(({ colour, mark }) => html`<span class="dot" style=${{ "--who": colour }} aria-hidden="true">${mark}</span>`)}
      <span class="name">${nameOf(seat)}</span>
      <span class="quiet">${facts(seat, state).join(" · ")}</span>
      ${awaited.includes(seat.seat) && html`<${Clock} deadline=${state.decision.deadline} />`}
    </li>`)}
  </ul>`;
}

/** @param {any} seat @param {any} state */
function facts(seat, state) {
  const place = state.outcome ? `${t("place")} ${state.outcome.places[seat.seat]}` : "";
  return [state.seat === seat.seat && t("you"), seat.kind === "bot" && t("bot"), seat.resigned ? t("has_resigned") : seat.autopilot && t("autopilot"), place].filter(Boolean);
}

/** Seconds until a deadline on the server's clock. @param {string} deadline @param {number} now */
export const secondsLeft = (deadline, now) => Math.max(0, Math.ceil((Date.parse(deadline) - now - client.ahead) / 1000));

export function Clock({ deadline }) {
  const now = useNow(Boolean(deadline));
  if (!deadline) return html`<span class="clock" aria-hidden="true">…</span>`;
  const left = secondsLeft(deadline, now);
  const text = left >= 60 ? `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}` : `${left}`;
  return html`<span class=${left <= 10 ? "clock hurry" : "clock"} role="timer" aria-label=${t("time_left", { seconds: left })}>${text}</span>`;
}
