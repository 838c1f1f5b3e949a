// The end of a game: places, and what to do next.
// @ts-check
import { tokensOf } from "./board.js";
import { t } from "./i18n.js";
import { openAgainstBots } from "./new_table.js";
import { go } from "./router.js";
import { nameOf } from "./seats.js";
import { html } from "./vendor/preact.js";

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
    <p class="row">
      ${withBots(state) && html`<button type="button" class="primary" onClick=${() => again(live)}>${t("again")}</button>`}
      <a class="button" href=${`#/replay/${live.id}`}>${t("replay_it")}</a>
      <a class="button" href=${`#/verify/${live.id}`}>${t("verify_it")}</a>
      <a class="button plain" href=${`#/game/${game.key}`}>${t("back_home")}</a>
    </p>
  </section>`;
}

/** @param {any} state */
function headline(state) {
  const place = state.outcome?.places[state.seat];
  if (place === undefined) return t(state.status);
  return place === 1 ? t("you_won") : t("you_placed", { place });
}

/** Whether the reader played against bots only. @param {any} state */
const withBots = (state) => state.seats[state.seat]?.kind === "person" && state.seats.every((seat) => seat.seat === state.seat || seat.kind === "bot");

/** @param {import("./live.js").LiveTable} live */
function again(live) {
  const bot = live.state.seats.find((seat) => seat.kind === "bot")?.bot ?? "greedy";
  const { size, clock, options, private: hidden, watch } = live.table;
  return live.act(async () => go(`table/${await openAgainstBots(live.game, { size, bot, clock, options, hidden, watch })}`));
}
