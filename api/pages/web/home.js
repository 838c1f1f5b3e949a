// Home: the shelf of games, tables to join, watch and replay, leaderboards.
// @ts-check
import { games } from "./games.js";
import { useLoaded } from "./hooks.js";
import { t, words } from "./i18n.js";
import { Leaderboard } from "./leaderboard.js";
import { NewTable } from "./new_table.js";
import { Failure, Loading } from "./notices.js";
import { go } from "./router.js";
import { Shelf } from "./shelf.js";
import { TableLists } from "./table_lists.js";
import { html, useEffect } from "./vendor/preact.js";

export function Home({ chosen }) {
  const { value, failure, reload } = useLoaded(games, []);
  useEffect(() => void (document.title = "Ludothèque"), []);
  if (failure) return html`<${Failure} failure=${failure} onRetry=${reload} />`;
  if (!value) return html`<${Loading} />`;
  const game = value.find((each) => each.key === chosen);
  return html`<div class="home">
    <section class="hero"><h1>${t("shelf")}</h1><p class="quiet">${t("lead")}</p></section>
    <${Shelf} games=${value} />
    <${TableLists} titles=${Object.fromEntries(value.map((each) => [each.key, words(each.title)]))} />
    <${Leaderboard} games=${value} />
    ${game && html`<${NewTable} key=${game.key} game=${game} onClose=${() => go("")} />`}
  </div>`;
}
