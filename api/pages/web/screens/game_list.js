// The shelf: one card per game with a picture drawn by its module.
// @ts-check
import { picture } from "../lib/games.js";
import { useLoaded } from "../lib/hooks.js";
import { t, words } from "../lib/i18n.js";
import { about } from "../learning/sources.js";
import { showRules } from "../learning/rule_links.js";
import { html } from "../vendor/preact.js";

export function GameList({ games }) {
  return html`<ul class="shelf">
    ${games.map((game) => html`<${Box} key=${game.key} game=${game} />`)}
  </ul>`;
}

function Box({ game }) {
  const { value: said } = useLoaded(() => about(game.key), [game.key]);
  const players = game.fewest_seats === game.most_seats ? game.fewest_seats : `${game.fewest_seats}–${game.most_seats}`;
  const facts = [t("players", { n: players }), said && t("minutes", { time: [...new Set(said.minutes)].join("–") }), said && t(said.demand)];
  return html`<li class="box">
    <a href=${`#/game/${game.key}`}>
      <${Picture} game=${game} />
      <strong>${words(game.title)}</strong>
      ${said && html`<span class="aim">${words(said.aim)}</span>`}
      <span class="quiet">${facts.filter(Boolean).join(" · ")}</span>
      <span class="button primary" aria-hidden="true">${t("play")}</span>
    </a>
    <p class="row">
      ${said?.lessons.length > 0 && html`<a class="button" href=${`#/lesson/${game.key}`} aria-label=${`${t("learn")}: ${words(game.title)}`}>${t("learn")}</a>`}
      <button type="button" onClick=${() => showRules(game.key)} aria-label=${`${t("rules")}: ${words(game.title)}`}>${t("rules")}</button>
    </p>
  </li>`;
}

export function Picture({ game }) {
  const { value } = useLoaded(() => picture(game.key), [game.key]);
  return html`<span class="picture" aria-hidden="true">${value ? value() : html`<${Plain} title=${words(game.title)} />`}</span>`;
}

/** The picture of a game without a module: its letters on two cards. */
function Plain({ title }) {
  return html`<svg viewBox="0 0 160 100">
    <rect x="44" y="18" width="46" height="64" rx="6" fill="var(--accent-soft)" stroke="var(--accent)" transform="rotate(-8 67 50)" />
    <rect x="70" y="18" width="46" height="64" rx="6" fill="var(--panel)" stroke="var(--accent)" transform="rotate(6 93 50)" />
    <text x="93" y="60" text-anchor="middle" font-size="28" fill="var(--accent)" transform="rotate(6 93 50)">${title.slice(0, 2)}</text>
  </svg>`;
}
