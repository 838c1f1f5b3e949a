// The table: wait, play or watch, for any game.
// @ts-check
import { Actions } from "./actions.js";
import { BoardArea } from "./board_area.js";
import { Asked } from "./asked.js";
import { isReaction } from "./automatic.js";
import { Caption } from "./caption.js";
import { Endings } from "./endings.js";
import { onLang, t, words } from "../lib/i18n.js";
import { LiveTable, isMissing } from "./live.js";
import { Log } from "./log.js";
import { Failure, Loading, reason } from "../lib/notices.js";
import { Outcome } from "./outcome.js";
import { Reaction } from "./reaction.js";
import { RuleLink, RulesButton } from "../learning/rule_links.js";
import { Seats, turnText } from "./seats.js";
import { Settings } from "./settings.js";
import { html, useEffect, useMemo, useReducer, useState } from "../vendor/preact.js";
import { Invitation, WaitingRoom } from "./waiting_room.js";

const CONNECTIONS = { live: "live", connecting: "connecting", offline: "offline", hidden: "hidden_tab" };

function Connection({ live }) {
  if (live.connection === "ended" || live.over) return null;
  const name = live.connection in CONNECTIONS ? live.connection : "connecting";
  return html`<span class=${`connection ${name}`} role="status">${t(CONNECTIONS[name])}</span>`;
}

/** @param {string} id */
function useLive(id) {
  const [, changed] = useReducer((n) => n + 1, 0);
  const live = useMemo(() => new LiveTable(id), [id]);
  useEffect(() => {
    void live.open(changed);
    const stop = onLang(() => live.stream && live.follow());
    return () => {
      stop();
      live.close();
    };
  }, [live]);
  return live;
}

export function Screen({ id }) {
  const live = useLive(id);
  const [pointed, setPointed] = useState(null);
  const { state, game } = live;
  const title = game ? words(game.title) : "";
  const mine = state?.actions && live.settled;
  useEffect(() => void (document.title = `${mine ? "● " : ""}${title} · Ludothèque`), [title, Boolean(mine)]);
  if (live.failure && !state) {
    const again = isMissing(live.failure) ? null : () => live.open(live.changed);
    return html`<${Failure} failure=${live.failure} onRetry=${again} />`;
  }
  if (!state) return html`<${Loading} />`;
  const reacting = mine && isReaction(game, state.decision);
  return html`<div class=${live.module ? "table-screen" : "table-screen data-screen"} data-version=${state.version}>
    <header class="table-head">
      <h1>${title}</h1>
      <p class=${mine ? "turn mine" : "turn"} role="status" aria-live="polite">${turnText(live)}</p>
      <${Connection} live=${live} />
      <${Settings} live=${live} />
      <${RulesButton} game=${game.key} />
    </header>
    <${Seats} live=${live} />
    <div class="board-column">
      ${state.status !== "open" && html`<${Caption} live=${live} />`}
      ${state.status === "open" ? html`<${WaitingRoom} live=${live} />` : html`<h2 class="unseen">${t("position")}</h2><${BoardArea} live=${live} pointed=${pointed} onPoint=${setPointed} />`}
    </div>
    <div class="side">
      ${live.over && html`<${Outcome} live=${live} />`}
      ${live.rejection && html`<p class="notice bad" role="alert">${t("rejected", { detail: reason(live.rejection) })} <${RuleLink} game=${game.key} rule=${live.rejection.rule} /></p>`}
      ${state.status === "running" && html`<${Actions} live=${live} elsewhere=${reacting} pointed=${pointed} onPoint=${setPointed} />`}
      <${Log} live=${live} />
      ${state.status === "running" && html`<${Endings} live=${live} />`}
      ${state.status === "running" && live.table.watch === "invited" && html`<${Invitation} table=${live.table} />`}
    </div>
    <${Asked} live=${live} />
    ${reacting && html`<${Reaction} live=${live} pointed=${pointed} onPoint=${setPointed} />`}
  </div>`;
}
