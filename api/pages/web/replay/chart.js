// The chart of a game over time, drawn from what its module reads in the views of every decision.
// @ts-check
import { tokensOf } from "../lib/board.js";
import { useLoaded, useWidth } from "../lib/hooks.js";
import { t, words } from "../lib/i18n.js";
import { nameOf } from "../table/seats.js";
import { html, useMemo, useRef } from "../vendor/preact.js";

const MOST_PAGES = 8;
const [WIDEST, HEIGHT, LEFT, BOTTOM] = [900, 220, 36, 22];

/** @param {import("./view_pages.js").ViewPages} windows */
async function decisions(windows) {
  const views = [];
  let from = 1;
  for (let page = 0; page < MOST_PAGES && from !== null; page += 1) {
    const query = { from, to: windows.last, every: "decision" };
    const lines = await windows.read("views", query, "application/x-ndjson");
    views.push(...lines.filter((line) => "version" in line));
    from = lines.at(-1)?.next ?? null;
  }
  return views;
}

export function Chart({ table, module, windows, at, onGo }) {
  const { value } = useLoaded(() => decisions(windows), [table.id]);
  const drawn = useMemo(() => (value ? module.chart(value.filter((each) => each.view)) : null), [value]);
  const colour = (seat) => tokensOf(module, value?.at(-1)?.view, seat)[0].colour;
  return drawn && html`<${Lines} table=${table} drawn=${drawn} colour=${colour} at=${at} onGo=${onGo} />`;
}

function Lines({ table, drawn, colour, at, onGo }) {
  const frame = useRef(null);
  const wide = Math.min(useWidth(frame) || WIDEST, WIDEST); // one unit is a pixel, so that the numbers can be read on a phone
  const last = table.version;
  const numbers = drawn.series.flatMap((each) => each.points.map(([, y]) => y));
  const [least, most] = [Math.min(0, ...numbers), Math.max(1, ...numbers)];
  const x = (version) => LEFT + ((version - 1) / Math.max(1, last - 1)) * (wide - LEFT - 8);
  const y = (number) => HEIGHT - BOTTOM - ((number - least) / (most - least)) * (HEIGHT - BOTTOM - 10);
  const pick = (event) => {
    const box = event.currentTarget.getBoundingClientRect();
    onGo(1 + ((((event.clientX - box.left) / box.width) * wide - LEFT) / (wide - LEFT - 8)) * (last - 1));
  };
  return html`<section class="panel chart">
    <h2>${t("chart")} · ${words(drawn.label)}</h2>
    <div ref=${frame}><svg viewBox=${`0 0 ${wide} ${HEIGHT}`} role="img" aria-label=${summary(table, drawn)} onClick=${pick}>
      ${ticks(least, most).map((each) => html`<g class="quiet"><line x1=${LEFT} x2=${wide - 8} y1=${y(each)} y2=${y(each)} stroke="var(--line)" />
        <text x=${LEFT - 6} y=${y(each) + 4} text-anchor="end" font-size="11" fill="var(--ink-soft)">${each}</text></g>`)}
      ${drawn.series.map((each) => html`<g key=${each.seat} data-series=${each.seat} fill="none" stroke-linejoin="round">
        ${[["var(--ink-soft)", 3.5], [colour(each.seat), 2.5]].map(([paint, thick]) => html`<polyline stroke=${paint} stroke-width=${thick}
          points=${steps(each.points).map(([v, n]) => `${x(v).toFixed(1)},${y(n).toFixed(1)}`).join(" ")} />`)}</g>`)}
      <line x1=${x(at)} x2=${x(at)} y1="4" y2=${HEIGHT - BOTTOM} stroke="var(--ink)" stroke-dasharray="3 3" />
    </svg></div>
    <ul class="legend">${drawn.series.map((each) => html`<li><span class="dot" style=${{ "--who": colour(each.seat) }}></span> ${nameOf(table.seats[each.seat])}</li>`)}</ul>
  </section>`;
}

/** A value holds until the next one. @param {[number, number][]} points */
function steps(points) {
  return points.flatMap(([version, number], n) => (n ? [[version, points[n - 1][1]], [version, number]] : [[version, number]]));
}

/** @param {number} least @param {number} most */
function ticks(least, most) {
  const step = Math.max(1, Math.ceil((most - least) / 5));
  return Array.from({ length: Math.floor((most - least) / step) + 1 }, (_, n) => least + n * step);
}

/** @param {any} table @param {any} drawn */
function summary(table, drawn) {
  const ends = drawn.series.map((each) => `${nameOf(table.seats[each.seat])} ${each.points.at(-1)?.[1] ?? "–"}`);
  return `${words(drawn.label)}: ${ends.join(", ")}`;
}
