// A lesson: notes beside a board on which the learner plays a recorded game.
// @ts-check
import { ActionList } from "../table/actions.js";
import { Asked } from "../table/asked.js";
import { BoardArea } from "../table/board_area.js";
import { Caption } from "../table/caption.js";
import { componentsOf, drawing, game as gameOf, sheet } from "../lib/games.js";
import { useChanges, useLoaded } from "../lib/hooks.js";
import { lang, onLang, t, words } from "../lib/i18n.js";
import "./learn_texts.js";
import { about, lessonOf } from "./sources.js";
import { LessonTable } from "./lesson_table.js";
import { Log } from "../table/log.js";
import { inline, rendered } from "./markdown.js";
import { Failure, Loading } from "../lib/notices.js";
import { RulesButton } from "./rule_links.js";
import { Seats } from "../table/seats.js";
import { html, useEffect, useReducer, useRef } from "../vendor/preact.js";

/** @param {string} key @param {number} number */
async function load(key, number) {
  const lessons = (await about(key))?.lessons ?? [];
  const { name } = lessons[number - 1] ?? {};
  if (!name) return null;
  const [lesson, game, components, module] = await Promise.all([lessonOf(key, name), gameOf(key), componentsOf(key), drawing(key), sheet("learning/learn.css")]);
  return { live: new LessonTable(lesson, { game, components, module }), lessons };
}

export function Screen({ id, number }) {
  const { value, failure, reload } = useLoaded(() => load(id, number), [id, number]);
  if (failure) return html`<${Failure} failure=${failure} onRetry=${reload} />`;
  if (!value) return html`<${Loading} />`;
  return html`<${Lesson} ...${value} number=${number} />`;
}

function Lesson({ live, lessons, number }) {
  const [, changed] = useReducer((n) => n + 1, 0);
  useChanges((listener) => onLang(() => { live.place(live.at); listener(); }));
  useEffect(() => {
    live.changed = changed;
    return () => live.close();
  }, [live]);
  const title = words(live.lesson.title);
  useEffect(() => void (document.title = `${title} · Ludothèque`), [title]);
  usePointer(live);
  const { game, state } = live;
  const marked = { live, pointed: live.expected, onPoint: () => {} }; // what the note asks for, wherever the mouse is
  return html`<div class="table-screen lesson" data-step=${live.step + 1}>
    <header class="table-head"><h1>${words(game.title)} · ${title}</h1><${RulesButton} game=${game.key} /></header>
    <${Note} live=${live} lessons=${lessons} number=${number} />
    <div class="board-column"><${Caption} live=${live} /><h2 class="unseen">${t("position")}</h2><${BoardArea} ...${marked} /></div>
    <div class="side">
      ${state.actions && html`<section class="panel actions mine" aria-label=${t("actions")}><${ActionList} ...${marked} actions=${state.actions} /></section>`}
      <${Seats} live=${live} />
      <${Log} live=${live} />
    </div>
    <${Asked} live=${live} />
  </div>`;
}

function Note({ live, lessons, number }) {
  const { current: note, step, lesson, game, settled } = live;
  const box = useRef(/** @type {any} */ (null));
  useEffect(() => {
    const lost = document.activeElement === document.body || document.activeElement === null;
    if (step > 0 && settled && lost) box.current?.focus({ preventScroll: true }); // the button that was pressed is gone
  }, [step, settled]);
  return html`<section class="panel lesson-note" aria-labelledby="lesson-step" ref=${box} tabindex="-1">
    <h2 id="lesson-step">${t("step_n", { n: step + 1, last: lesson.steps.length })}</h2>
    <progress max=${lesson.steps.length} value=${step + 1} aria-hidden="true"></progress>
    <div class="guide" role="status">
      ${settled ? rendered(words(note.say), game.key) : html`<p class="quiet">${t("others_play")}</p>`}
      ${live.other && html`<p class="other">${inline(words(note.else) || t("other_choice"), game.key)}</p>`}
    </div>
    <p class="row">
      <button type="button" class="plain" disabled=${step === 0} onClick=${() => live.go(step - 1)}>${t("back")}</button>
      ${settled && note.play && html`<button type="button" onClick=${() => live.send(note.play)}>${t("do_it")}</button>`}
      ${!live.isLast && !note.play && html`<button type="button" class="primary" disabled=${!settled} onClick=${() => live.go(step + 1)}>${t("next")}</button>`}
      ${live.isLast && settled && html`<${Onwards} game=${game} lessons=${lessons} number=${number} />`}
    </p>
  </section>`;
}

/** What comes after a lesson: the next one, or a game. */
function Onwards({ game, lessons, number }) {
  const next = lessons[number];
  const play = html`<a class=${next ? "button" : "button primary"} href=${`#/game/${game.key}`}>${t("play")}</a>`;
  return html`${next && html`<a class="button primary" href=${`#/lesson/${game.key}?n=${number + 1}`}>${words(next.title)}</a>`}${play}<a class="button plain" href="#/">${t("back_home")}</a>`;
}

/** Mark the part of the board that the note points at. */
function usePointer(live) {
  useEffect(() => {
    const { point } = live.current;
    const part = live.settled && point ? document.querySelector(`.lesson .board-frame ${point}`) : null;
    part?.setAttribute("data-pointed", "");
    part?.scrollIntoView?.({ block: "nearest" });
    return () => part?.removeAttribute("data-pointed");
  }, [live, live.step, live.settled, lang()]);
}
