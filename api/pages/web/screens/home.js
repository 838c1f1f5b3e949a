// Home: the shelf of games, tables to join, watch and replay, leaderboards.
// @ts-check
import { games } from "../lib/games.js";
import { useLoaded } from "../lib/hooks.js";
import { t, words } from "../lib/i18n.js";
import { Leaderboard } from "./leaderboard.js";
import { NewTable } from "./new_table.js";
import { Failure, Loading } from "../lib/notices.js";
import { go } from "../lib/router.js";
import { GameList } from "./game_list.js";
import { TableLists } from "./table_lists.js";
import { html, useEffect } from "../vendor/preact.js";

export function Home({ chosen }) {
  const { value, failure, reload } = useLoaded(games, []);
  useEffect(() => void (document.title = "Ludothèque"), []);
  if (failure) return html`<${Failure} failure=${failure} onRetry=${reload} />`;
  if (!value) return html`<${Loading} />`;
  const game = value.find((each) => each.key === chosen);
  return html`<div class="home">
    <section class="hero"><h1>${t("shelf")}</h1><p class="quiet">${t("lead")}</p></section>
    <${GameList} games=${value} />
    <${TableLists} titles=${Object.fromEntries(value.map((each) => [each.key, words(each.title)]))} />
    <${Leaderboard} games=${value} />
    ${game && html`<${NewTable} key=${game.key} game=${game} onClose=${() => go("")} />`}
  </div>`;
}
