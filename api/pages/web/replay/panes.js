// Two panes: what a seat knew at this version, and the truth: what everybody saw and what each seat hid.
// @ts-check
import { Board } from "../table/board_area.js";
import { hiddenPart } from "./differences.js";
import { Generic } from "../table/generic.js";
import { t } from "../lib/i18n.js";
import { still } from "../lib/settings.js";
import { RuleLink } from "../learning/rule_links.js";
import { nameOf } from "../table/seats.js";
import { html } from "../vendor/preact.js";

const FAR = 3; // versions; a longer way is not animated
const SHOWN = 6; // sentences under the panes

export function Panes({ table, components, module, windows, at, before, seat, onReload }) {
  const own = windows.position(seat, at);
  const shared = windows.position(null, at);
  const near = at > before && at - before <= FAR;
  const drawn = (position, whose) => html`<${Board} module=${module} onReload=${onReload} components=${components} seats=${table.seats} view=${position?.view ?? null}
    table=${{ ...table, ...position }} me=${whose} actions=${[]} openParameters=${[]} pending=${true} chosen=${null} onChoose=${() => {}} onPoint=${() => {}}
    previous=${near ? (windows.position(whose, before)?.view ?? null) : null} events=${near ? events(windows, before, at) : []} animate=${near && !still()} />`;
  return html`<div class="panes" aria-busy=${own && shared ? null : "true"}>
    <section><h2>${t("knew", { name: nameOf(table.seats[seat]) })}</h2>${drawn(own, seat)}</section>
    <section><h2>${t("truth")}</h2>${drawn(shared, null)}
      ${table.seats.map((each) => html`<${Hidden} key=${each.seat} seat=${each} own=${windows.position(each.seat, at)} shared=${shared} components=${components} seats=${table.seats} />`)}
    </section>
    <${Happened} game=${table.game} windows=${windows} at=${at} />
  </div>`;
}

/** @param {import("./view_pages.js").ViewPages} windows @param {number} after @param {number} upTo */
function events(windows, after, upTo) {
  const found = [];
  for (let version = after + 1; version <= upTo; version += 1) found.push(windows.event(version));
  return found.filter(Boolean);
}

function Hidden({ seat, own, shared, components, seats }) {
  const part = own?.view && shared?.view ? hiddenPart(own.view, shared.view) : undefined;
  if (!part) return null;
  return html`<details class="hidden-part" open><summary>${nameOf(seat)} · ${t("private_parts")}</summary><${Generic} view=${part} components=${components} seats=${seats} /></details>`;
}

function Happened({ game, windows, at }) {
  const shown = events(windows, Math.max(0, at - SHOWN), at);
  return html`<section class="panel log"><h2>${t("log")}</h2>
    <ol>${shown.map((event) => html`<li key=${event.version} aria-current=${event.version === at ? "true" : null}>
      <span class="quiet">${event.version}</span> ${event.sentence ?? t("hidden_event")}<${RuleLink} game=${game} rule=${event.rule} /></li>`)}</ol></section>`;
}
