// Tables of the server: the reader's own, to join, to watch, to replay.
// @ts-check
import { distinct } from "../lib/board.js";
import { useLoaded } from "../lib/hooks.js";
import { listed, t, when } from "../lib/i18n.js";
import { nameOf } from "../table/seats.js";
import { client, me } from "../lib/session.js";
import { html, useEffect } from "../vendor/preact.js";

const REFRESH = 10_000;
const SHOWN = 8;

async function load() {
  const list = (query) => client.get("/v1/tables", { query: { limit: SHOWN, ...query } }).then((page) => page.tables);
  const own = (query) => (me() ? list({ mine: true, ...query }).catch(() => []) : []);
  const [open, running, finished, seated, turns, played] = await Promise.all([
    list({ free: true }),
    list({ status: "running" }),
    list({ status: "finished" }),
    own({ status: "open" }),
    own({ my_turn: true }),
    own({ status: "running" }),
  ]);
  const mine = [...new Map([...turns, ...played, ...seated].map((row) => [row.id, row])).values()];
  const others = (rows) => rows.filter((row) => !mine.some((each) => each.id === row.id));
  return { mine, open: others(open), running: others(running), finished };
}

export function TableLists({ titles }) {
  const { value, reload } = useLoaded(load, [me()?.id]);
  useEffect(() => {
    const timer = setInterval(() => document.visibilityState === "visible" && reload(), REFRESH);
    return () => clearInterval(timer);
  }, []);
  if (!value) return html`<div class="lists" aria-busy="true"></div>`;
  return html`<div class="lists">
    ${value.mine.length > 0 && html`<${List} title=${t("my_tables")} rows=${value.mine} titles=${titles} label="resume" screen="table" />`}
    <${List} title=${t("open_tables")} rows=${value.open} titles=${titles} label="join" screen="table" empty=${t("no_open")} />
    <${List} title=${t("running_tables")} rows=${value.running} titles=${titles} label="watch" screen="table" empty=${t("no_running")} />
    <${List} title=${t("finished_tables")} rows=${value.finished} titles=${titles} label="replay" screen="replay" empty=${t("no_finished")} />
  </div>`;
}

function List({ title, rows, titles, label, screen, empty = "" }) {
  return html`<section class="panel list">
    <h2>${title}</h2>
    ${rows.length === 0 && html`<p class="quiet">${empty}</p>`}
    <ul>${rows.map((row) => html`<li key=${row.id}>
      <a href=${`#/${screen}/${row.id}`}>
        <strong>${titles[row.game] ?? row.game}</strong>
        <span class="quiet">${about(row)}</span>
        <span class="go" aria-hidden="true">${t(label)}</span>
      </a>
    </li>`)}</ul>
  </section>`;
}

/** @param {any} row */
function about(row) {
  const names = distinct(row.seats ?? []).map(nameOf);
  if (row.status === "open") return `${row.host_name ?? ""} · ${t("seats_taken", { taken: row.players.length, size: row.size })}`;
  if (row.status === "finished") {
    const winners = (row.seats ?? []).filter((seat) => row.winners.includes(seat.player)).map((seat) => seat.name ?? "");
    return `${winners.length ? `${t("won_by", { names: listed(winners) })} · ` : ""}${when(row.finished_at)}`;
  }
  return names.join(", ");
}
