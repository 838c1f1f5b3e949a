// The end of a game: places, and what to do next.
// @ts-check
import { tokensOf } from "../lib/board.js";
import { useLoaded, useNow } from "../lib/hooks.js";
import { lang, t } from "../lib/i18n.js";
import { go } from "../lib/router.js";
import { nameOf } from "./seats.js";
import { client, me } from "../lib/session.js";
import { html } from "../vendor/preact.js";

const ASK_AGAIN = 4000; // milliseconds between two looks for a rematch

export function Outcome({ live }) {
  const { state, game } = live;
  const ranking = state.outcome ? [...state.seats].sort((a, b) => state.outcome.places[a.seat] - state.outcome.places[b.seat]) : [];
  return html`<section class="panel outcome">
    <h2>${headline(state)}</h2>
    ${ranking.length > 0 && html`<table class="standings">
      <thead><tr><th scope="col">${t("place")}</th><th scope="col">${t("player")}</th><th scope="col">${t("score")}</th></tr></thead>
      <tbody>${ranking.map((seat) => html`<tr key=${seat.seat} class=${seat.seat === state.seat ? "mine" : ""}>
        <td>${state.outcome.places[seat.seat]}</td>
        <td><span class="dot" style=${{ "--who": tokensOf(live.module, state.view, seat.seat)[0].colour }} aria-hidden="true"></span> ${nameOf(seat)}</td>
        <td>${state.outcome.scores[seat.seat]}</td>
      </tr>`)}</tbody>
    </table>`}
    ${state.outcome && live.module?.sheet && html`<${ScoreSheet} live=${live} />`}
    ${played(state) && html`<${Rematch} live=${live} />`}
    <p class="row">
      ${played(state) && html`<button type="button" class="primary" onClick=${() => again(live)}>${t("again")}</button>`}
      <a class="button" href=${`#/replay/${live.id}`}>${t("replay_it")}</a>
      <a class="button" href=${`#/verify/${live.id}`}>${t("verify_it")}</a>
      <a class="button plain" href=${`#/game/${game.key}`}>${t("back_home")}</a>
    </p>
  </section>`;
}

/** Where the scores come from: a row for each part, and their sum. It needs all events. */
function ScoreSheet({ live }) {
  const { value } = useLoaded(() => live.whole(), [live.id]);
  const { seats, view, outcome } = live.state;
  const rows = value ? live.module.sheet(view, value, lang()) : [];
  const number = (/** @type {number} */ points) => (points < 0 ? `−${-points}` : String(points));
  if (!rows.length) return null;
  return html`<details class="scores" open><summary>${t("score_sheet")}</summary><div class="sheet-scroll" tabindex="0" role="region" aria-label=${t("score_sheet")}><table class="score-sheet">
    <thead><tr><th></th>${seats.map((seat) => html`<th scope="col">${nameOf(seat)}</th>`)}</tr></thead>
    <tbody>${rows.map(({ label, points }) => html`<tr><th scope="row">${label}</th>${points.map((each) => html`<td>${number(each)}</td>`)}</tr>`)}</tbody>
    <tfoot><tr><th scope="row">${t("total")}</th>${outcome.scores.map((each) => html`<td>${number(each)}</td>`)}</tr></tfoot>
  </table></div></details>`;
}

/** @param {any} state */
function headline(state) {
  const place = state.outcome?.places[state.seat];
  if (place === undefined) return t(state.status);
  return place === 1 ? t("you_won") : t("you_placed", { place });
}

/** Whether the reader had a seat, and is no bot. @param {any} state */
const played = (state) => state.seats[state.seat]?.kind === "person";

/** Play again with the same people and bots. @param {import("./live.js").LiveTable} live */
function again(live) {
  return live.act(async () => go(`table/${(await client.post(`/v1/tables/${live.id}/rematch`)).id}`));
}

/** Say who has opened the rematch; others may do so while the result is shown. */
function Rematch({ live }) {
  const now = useNow(played(live.state) && !live.table.rematch, ASK_AGAIN);
  const { value } = useLoaded(() => offered(live), [live.id, now]);
  return value && html`<p role="status">${t("again_offered", { name: value })}</p>`;
}

/** The host of the rematch, if it is another player. @param {import("./live.js").LiveTable} live */
async function offered(live) {
  const { rematch } = await client.get(`/v1/tables/${live.id}`);
  if (!rematch) return "";
  live.table.rematch = rematch;
  const { host } = await client.get(`/v1/tables/${rematch}`);
  return host === me()?.id ? "" : nameOf(live.state.seats.find((seat) => seat.player === host));
}
