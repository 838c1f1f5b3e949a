// A gallery of positions for authors of boards: those of the lessons, or of a finished table, side by side at a chosen width.
// @ts-check
import { distinct } from "../lib/board.js";
import { componentsOf, drawing, game as gameOf } from "../lib/games.js";
import { useLoaded } from "../lib/hooks.js";
import { lang, t, words } from "../lib/i18n.js";
import { Failure, Loading } from "../lib/notices.js";
import { Select } from "../lib/select.js";
import { client } from "../lib/session.js";
import { Board } from "../table/board_area.js";
import { html, useState } from "../vendor/preact.js";
import "./learn_texts.js";
import { LessonTable } from "./lesson_table.js";
import { about, lessonOf } from "./sources.js";

const WIDTHS = [360, 560, 900, 1280];
const MOST = 24; // positions of a table

/** @typedef {{ label: string, table: any, seats: any[], me: number | null, actions: any[], events: any[] }} Position */

/** The positions of the notes of all lessons. @param {string} key @param {any} drawn @returns {Promise<Position[]>} */
async function ofLessons(key, drawn) {
  const lessons = (await about(key))?.lessons ?? [];
  const loaded = await Promise.all(lessons.map(({ name }) => lessonOf(key, name)));
  return loaded.flatMap((lesson) => lesson.steps.map((_, step) => {
    const live = new LessonTable(lesson, drawn);
    live.go(step);
    live.skip();
    return { label: `${words(lesson.title)} · ${step + 1}`, table: { ...live.table, ...live.state }, seats: live.state.seats, me: live.state.seat ?? null, actions: live.state.actions ?? [], events: live.between };
  }));
}

/** Some decisions of a table, as everybody saw them. @param {string} id @returns {Promise<Position[]>} */
async function ofTable(id) {
  const table = await client.get(`/v1/tables/${id}`);
  const lines = await client.get(`/v1/tables/${id}/views`, { query: { from: 1, to: table.version, every: "decision" }, accept: "application/x-ndjson" });
  const views = lines.filter((line) => line.view);
  const every = Math.ceil(views.length / MOST);
  return views.filter((_, n) => n % every === 0).map((line) => ({ label: t("event_n", { n: line.version, last: table.version }), table: { ...table, ...line }, seats: distinct(table.seats), me: null, actions: [], events: [] }));
}

/** @param {string} key @param {string | null} table */
async function load(key, table) {
  const [game, components, module] = await Promise.all([gameOf(key), componentsOf(key), drawing(key)]);
  return { game, components, module, positions: table ? await ofTable(table) : await ofLessons(key, { game, components, module }) };
}

export function Screen({ id, query }) {
  const { value, failure, reload } = useLoaded(() => load(id, query.get("table")), [id, query.get("table"), lang()]);
  const [width, setWidth] = useState(560);
  if (failure) return html`<${Failure} failure=${failure} onRetry=${reload} />`;
  if (!value) return html`<${Loading} />`;
  const { game, components, module, positions } = value;
  return html`<div class="gallery">
    <header class="table-head"><h1>${t("gallery")} · ${words(game.title)}</h1><${Select} label=${t("width")} value=${width} onPick=${(chosen) => setWidth(Number(chosen))} choices=${WIDTHS.map((each) => [each, `${each} px`])} /></header>
    <div class="positions">${positions.map(({ label, table, seats, me, actions, events }) => html`<figure key=${`${label} ${width}`} style=${{ width: `${width}px` }}>
      <figcaption>${label}</figcaption>
      <${Board} module=${module} onReload=${reload} components=${components} table=${{ ...table, game: id }} view=${table.view} seats=${seats} me=${me} actions=${actions} openParameters=${[]}
        pending=${false} chosen=${null} onChoose=${() => {}} onPoint=${() => {}} previous=${null} events=${events} animate=${false} /></figure>`)}</div>
  </div>`;
}
