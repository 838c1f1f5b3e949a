// The leaderboard of a game, loaded when it is opened.
// @ts-check
import { useLoaded } from "../lib/hooks.js";
import { t, words } from "../lib/i18n.js";
import { Select } from "../lib/select.js";
import { Failure, Loading } from "../lib/notices.js";
import { client } from "../lib/session.js";
import { html, useState } from "../vendor/preact.js";

export function Leaderboard({ games }) {
  const [open, setOpen] = useState(false);
  const [key, setKey] = useState(games[0].key);
  return html`<details class="panel leaderboard" onToggle=${(event) => setOpen(event.currentTarget.open)}>
    <summary><h2>${t("leaderboard")}</h2></summary>
    ${open && html`<${Select} label=${t("home")} value=${key} onPick=${setKey} choices=${games.map((game) => [game.key, words(game.title)])} />
      <${Standings} key=${key} game=${key} />`}
  </details>`;
}

function Standings({ game }) {
  const { value, failure, reload } = useLoaded(() => client.get(`/v1/games/${game}/leaderboard`), [game]);
  if (failure) return html`<${Failure} failure=${failure} onRetry=${reload} />`;
  if (!value) return html`<${Loading} />`;
  if (!value.standings.length) return html`<p class="quiet">${t("leaderboard_empty")}</p>`;
  return html`<table class="standings">
    <thead><tr><th scope="col">${t("rank")}</th><th scope="col">${t("player")}</th><th scope="col">${t("rating")}</th><th scope="col">${t("games_played")}</th></tr></thead>
    <tbody>${value.standings.map((row) => html`<tr key=${row.player}>
      <td>${row.rank}</td><td>${row.name ?? "–"}</td><td>${Math.round(row.record.rating)}</td><td>${row.record.tables ?? row.record.played ?? ""}</td>
    </tr>`)}</tbody>
  </table>`;
}
