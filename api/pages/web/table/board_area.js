// The board of a game: drawn by its module, or shown as data if there is none or it fails.
// @ts-check
import { isDrawn } from "../lib/games.js";
import { Generic } from "./generic.js";
import { useWidth } from "../lib/hooks.js";
import { lang, t } from "../lib/i18n.js";
import { speed, still } from "../lib/settings.js";
import { Failure } from "../lib/notices.js";
import { Callouts } from "./callouts.js";
import { useTravel } from "./travel.js";
import { html, useErrorBoundary, useRef } from "../vendor/preact.js";

const NARROW = 560; // pixels

export function BoardArea({ live, pointed, onPoint }) {
  const { state } = live;
  const actions = live.settled ? (state.actions ?? []) : [];
  return html`<${Board} module=${live.module} onReload=${() => live.loadBoard()} components=${live.components} table=${{ ...live.table, ...state }} view=${state.view} seats=${state.seats}
    me=${state.seat ?? null} actions=${actions} openParameters=${state.open_parameters ?? []} pending=${live.pending} chosen=${pointed}
    onChoose=${(chosen) => live.choose(chosen)} onPoint=${onPoint}
    previous=${live.previous?.view ?? null} events=${live.between} animate=${!still() && speed() > 0 && !live.summarised} marked=${!live.summarised} />`;
}

/** Draw one position; replays use it too. A board that could not be loaded can be loaded again. */
export function Board({ module, onReload, marked = true, ...props }) {
  const frame = useRef(null);
  const width = useWidth(frame);
  const [failure] = useErrorBoundary();
  useTravel(frame, props.table.version, props.events, props.animate);
  const drawn = module?.Board && !failure;
  return html`<div class="board-frame" ref=${frame} data-version=${props.table.version}>
    ${!module && isDrawn(props.table.game) && html`<${Failure} failure=${new Error(t("board_failed"))} onRetry=${onReload} />`}
    ${props.view === null ? html`<p class="notice quiet">…</p>` : html`<${drawn ? module.Board : Generic} ...${props} lang=${lang()} narrow=${width > 0 && width < NARROW} />`}
    ${drawn && marked && html`<${Callouts} frame=${frame} module=${module} game=${props.table.game} version=${props.table.version} events=${props.events} components=${props.components} />`}
  </div>`;
}
