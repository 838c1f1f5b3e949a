// The caption over the board: what has just happened and why, what happened since the last own move, and how fast.
// @ts-check
import { useChanges } from "../lib/hooks.js";
import { t } from "../lib/i18n.js";
import { RuleLink } from "../learning/rule_links.js";
import { Select } from "../lib/select.js";
import { onSettings, set, speed } from "../lib/settings.js";
import { html, useEffect, useState } from "../vendor/preact.js";

const SPEEDS = [0.5, 1, 2, 4];

export function Caption({ live }) {
  const { told, recap, summarised, state } = live;
  const [open, setOpen] = useState(false);
  const away = summarised && speed() > 0; // the reader wanted to see the steps, but there were too many
  useEffect(() => void (away && setOpen(true)), [away, state.version]);
  useEffect(() => setOpen(false), [live.since]);
  return html`<div class="caption" data-version=${state.version}>
    <p class="beats" tabindex="0" role="group" aria-label=${t("just_now")}>${told.map((beat) => html`<${Line} key=${beat.version} beat=${beat} game=${live.table?.game} />`)}</p>
    <p class="row">
      ${!live.settled && html`<button type="button" onClick=${() => live.skip()}>${t("skip_ahead")}</button>`}
      ${recap.length > told.length && html`<button type="button" class="plain" aria-expanded=${String(open)} onClick=${() => setOpen(!open)}>${t("since_n", { n: recap.length })}</button>`}
    </p>
    ${open && recap.length > 0 && html`<section class="panel recap" aria-label=${t("since")}>
      <h2>${t("since")}</h2>
      <ol tabindex="0">${recap.map((beat) => html`<li key=${beat.version}><${Line} beat=${beat} game=${live.table?.game} /></li>`)}</ol>
      <button type="button" onClick=${() => setOpen(false)}>${t("understood")}</button>
    </section>`}
  </div>`;
}

function Line({ beat, game }) {
  return html`<span data-beat=${beat.version}>${beat.text} <${RuleLink} game=${game} rule=${beat.rule} /></span>`;
}

/** How fast steps follow each other, at tables, in lessons and in replays. */
export function Speed() {
  useChanges(onSettings);
  const choices = [[0, t("at_once")], ...SPEEDS.map((each) => [each, `${each}×`])];
  return html`<${Select} label=${t("speed")} value=${speed()} onPick=${(value) => set({ speed: Number(value) })} choices=${choices} />`;
}
