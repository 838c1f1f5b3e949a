// The legal actions as labelled buttons in groups.
// @ts-check
import { sameAction } from "../lib/board.js";
import { useLoaded } from "../lib/hooks.js";
import { t } from "../lib/i18n.js";
import { about } from "../learning/sources.js";
import { Parameters } from "./parameters.js";
import { RuleLink } from "../learning/rule_links.js";
import { isTimeUp } from "./seats.js";
import { Planned } from "./asked.js";
import { NumberChoice, numberField } from "../kit/number.js";
import { set, settings } from "../lib/settings.js";
import { html, useEffect, useRef, useState } from "../vendor/preact.js";

const MANY = 24; // actions for which a filter helps

/** @param {any[]} actions @returns {[string, any[]][]} */
export function grouped(actions) {
  /** @type {Map<string, any[]>} */
  const groups = new Map();
  for (const action of actions) groups.set(action.group, [...(groups.get(action.group) ?? []), action]);
  return [...groups];
}

/** The panel of the actions. It keeps its place while they are `elsewhere`: in a reaction. */
export function Actions({ live, elsewhere = false, pointed, onPoint }) {
  const { state } = live;
  const actions = live.settled && !elsewhere ? state.actions : null;
  const panel = useRef(null);
  useFocusBack(panel, Boolean(actions), state.decision?.number);
  if (state.seat === null || state.seat === undefined) return null;
  const listed = settings().list || !live.module; // a drawn board has all of them already
  return html`<section class=${`panel actions${actions ? " mine" : ""}${listed ? " listed" : ""}`} ref=${panel} tabindex="-1" aria-label=${t("actions")}>
    ${!elsewhere && html`<${Planned} live=${live} />`}
    ${!actions && html`<${Idle} live=${live} />`}
    ${actions && live.module && html`<button type="button" class="plain" aria-expanded=${String(listed)} onClick=${() => set({ list: !listed })}>${t("actions")} (${actions.length})</button>`}
    ${actions && listed && html`<${ActionList} live=${live} actions=${actions} pointed=${pointed} onPoint=${onPoint} />`}
  </section>`;
}

/** When actions appear again after a move by keyboard, the focus comes back to them. */
function useFocusBack(panel, shown, decision) {
  const had = useRef(false);
  useEffect(() => {
    const lost = document.activeElement === document.body || document.activeElement === null;
    if (shown && had.current && lost) panel.current?.focus({ preventScroll: true });
    if (shown) had.current = true;
  }, [shown, decision]);
}

function Idle({ live }) {
  const { state, previous } = live;
  const [said, setSaid] = useState("");
  const mine = state.seats[state.seat];
  if (mine?.resigned) return html`<p>${t("you_resigned")}</p><p class="row"><a class="button" href="#/">${t("back_home")}</a></p>`;
  if (isTimeUp(mine)) return html`<p>${t("time_up")}</p>`; // the server plays for the seat to the end
  if (mine?.autopilot)
    return html`<p>${t("autopilot")}</p><button type="button" class="primary" onClick=${() => live.takeBack()}>${t("take_back")}</button>`;
  const decided = previous?.decision?.number === state.decision?.number && previous?.decision?.seats.includes(state.seat);
  if (!decided || live.pending) return html`<p class="quiet">${live.pending ? t("sending") : "…"}</p>`;
  const change = async () => setSaid((await live.otherActions()) ? "" : t("no_actions"));
  return html`<button type="button" class="plain" onClick=${change}>${t("other_actions")}</button><p role="status">${said}</p>`;
}

export function ActionList({ live, actions, pointed, onPoint }) {
  const [filter, setFilter] = useState("");
  useEffect(() => setFilter(""), [live.state.decision?.number]);
  const { value: said } = useLoaded(() => about(live.game.key), [live.game.key]);
  const cited = (/** @type {any[]} */ members) => [...new Set(members.map(({ command }) => said?.rules[command.type]))];
  const wanted = filter.toLowerCase();
  const shown = wanted ? actions.filter((action) => action.label.toLowerCase().includes(wanted)) : actions;
  return html`
    ${actions.length > MANY && html`<input type="search" class="filter" aria-label=${t("filter")} placeholder=${t("filter")}
      value=${filter} onInput=${(event) => setFilter(event.currentTarget.value)} />`}
    <div class=${actions.length > MANY ? "groups many" : "groups"}>
      ${grouped(shown).map(([group, members]) => html`<fieldset key=${group} disabled=${live.pending}>
        <legend>${group}</legend>
        <div class="choices">${byNumber(members, live, onPoint) ?? members.map((action) => html`<${ActionButton} key=${action.label} action=${action} live=${live} pointed=${pointed} onPoint=${onPoint} />`)}
          ${cited(members).map((rule) => html`<${RuleLink} key=${rule} game=${live.game.key} rule=${rule} />`)}</div>
      </fieldset>`)}
    </div>
    <${Parameters} key=${live.state.decision?.number} live=${live} actions=${actions} />`;
}

/** A field for actions that differ only in a number, and buttons for the rest; null without such a number. @param {any[]} members @param {any} live @param {any} onPoint */
function byNumber(members, live, onPoint) {
  const { type } = members[0].command;
  const same = members.filter(({ command }) => command.type === type);
  const field = numberField(same);
  if (!field) return null;
  return [html`<${NumberChoice} key=${type} actions=${same} field=${field} pending=${live.pending} onChoose=${(command) => live.choose(command)} onPoint=${onPoint} />`,
    ...members.filter((each) => !same.includes(each)).map((action) => html`<${ActionButton} key=${action.label} action=${action} live=${live} pointed=${null} onPoint=${onPoint} />`)];
}

function ActionButton({ action, live, pointed, onPoint }) {
  return html`<button type="button" class=${sameAction(action, pointed) ? "action pointed" : "action"}
    onClick=${() => live.choose(action.command)}
    onPointerEnter=${() => onPoint(action)} onPointerLeave=${() => onPoint(null)}
    onFocus=${() => onPoint(action)} onBlur=${() => onPoint(null)}>${action.label}</button>`;
}
