// Replay: every position of a finished table, as a seat knew it and as it was.
// @ts-check
import { distinct } from "../lib/board.js";
import { Chart } from "./chart.js";
import { componentsOf, drawing, game as gameOf } from "../lib/games.js";
import { useLoaded } from "../lib/hooks.js";
import { lang, t, words } from "../lib/i18n.js";
import { PastActions } from "./past_actions.js";
import { Failure, Loading } from "../lib/notices.js";
import { Controls } from "./controls.js";
import { Panes } from "./panes.js";
import { settle } from "../lib/router.js";
import { RulesButton } from "../learning/rule_links.js";
import { client } from "../lib/session.js";
import { html, useEffect, useReducer, useRef, useState } from "../vendor/preact.js";
import { ViewPages } from "./view_pages.js";

/** Load a table; a replay begins where the first decision is open, if the address says nothing else. @param {string} id @param {URLSearchParams} query */
async function load(id, query) {
  const found = await client.get(`/v1/tables/${id}`);
  const table = { ...found, seats: distinct(found.seats) };
  const windows = new ViewPages(table);
  const start = query.has("at") || !isOver(table) ? Number(query.get("at")) : windows.decision(1, 1);
  const [game, components, module, first] = await Promise.all([gameOf(table.game), componentsOf(table.game), drawing(table.game), start]);
  return { table, game, components, module, windows, first };
}

/** @param {any} table */
const isOver = (table) => !["open", "running"].includes(table.status);

export function Screen({ id, query }) {
  const { value, failure, reload } = useLoaded(() => load(id, query), [id]);
  if (failure) return html`<${Failure} failure=${failure} onRetry=${reload} />`;
  if (!value) return html`<${Loading} />`;
  if (!isOver(value.table)) {
    location.replace(`#/table/${id}`);
    return null;
  }
  return html`<${Replay} ...${value} query=${query} onReload=${reload} />`;
}

/** The position shown, and the one before it for motion. @param {ViewPages} windows @param {number} first */
function usePosition(windows, first) {
  const [at, setAt] = useState(first);
  const before = useRef(first);
  const go = (version) => {
    const next = Math.min(Math.max(1, Math.round(version)), windows.last);
    before.current = at;
    setAt(next);
  };
  return { at, before: before.current, go };
}

/** Load what is needed at a version, and the next window before it is needed. */
function useWindow(windows, seats, at) {
  const [, drawn] = useReducer((n) => n + 1, 0);
  const [failure, setFailure] = useState(null);
  useEffect(() => {
    let current = true;
    windows.need(seats, at).then(
      () => {
        if (current) drawn(0);
        const next = Math.min(at + 64, windows.last);
        void windows.need(seats, next).catch(() => {});
      },
      (problem) => current && setFailure(problem),
    );
    return () => void (current = false);
  }, [at, seats.join(), lang()]);
  return failure;
}

function Replay({ table, game, components, module, windows, first, query, onReload }) {
  const [seat, setSeat] = useState(clamp(Number(query.get("seat") ?? table.you.seat ?? 0), 0, table.seats.length - 1));
  const { at, before, go } = usePosition(windows, clamp(first, 1, table.version));
  const wanted = Number(query.get("at"));
  useEffect(() => void (wanted >= 1 && wanted !== at && go(wanted)), [wanted]); // a link to another event of this table
  const everyone = [null, ...table.seats.map((each) => each.seat)];
  const failure = useWindow(windows, everyone, at);
  useEffect(() => void (document.title = `${t("replay_title")} · ${words(game.title)}`), []);
  useEffect(() => settle("replay", table.id, `at=${at}&seat=${seat}`), [at, seat]);
  const shared = { table, game, components, module, windows, at, before, seat };
  return html`<div class="replay">
    <header class="table-head"><h1>${t("replay_title")} · ${words(game.title)}</h1><${RulesButton} game=${game.key} /><a class="button" href=${`#/verify/${table.id}`}>${t("verify_it")}</a></header>
    ${failure && html`<${Failure} failure=${failure} />`}
    <${Controls} ...${shared} onGo=${go} onSeat=${setSeat} />
    <${Panes} ...${shared} onReload=${onReload} />
    <${PastActions} ...${shared} />
    ${module?.chart && html`<${Chart} ...${shared} onGo=${go} />`}
  </div>`;
}

/** @param {number} value @param {number} least @param {number} most */
const clamp = (value, least, most) => Math.min(Math.max(Number.isFinite(value) ? value : least, least), most);
