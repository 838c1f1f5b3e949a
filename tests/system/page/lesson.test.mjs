// A lesson: it goes on with what its note asks for, shows the moves of others, and needs no server.
import assert from "node:assert/strict";
import { test } from "node:test";
import { draw, page, reader, requests, serve, settle } from "../../support/javascript/page.mjs";

const { setLang } = await page("lib/i18n.js");
const { LessonTable } = await page("learning/lesson_table.js");
const both = (text) => ({ en: text, fr: `${text} (fr)` });
const action = (n) => ({ command: { type: "plain.add", number: n }, label: both(`Add ${n}`), group: both("Add") });
const frame = (version, seats, actions = null) => ({ version, view: { total: version }, decision: { number: version, kind: "add", seats },
  actions, events: [{ version, type: "plain.added", rule: "XX-1", data: {}, sentence: both(`Total ${version}.`) }] });
const LESSON = { game: "plain", title: both("Counting"), seat: 0, names: ["Alix", "Bruno", "Chloé"],
  steps: [
    { at: 0, say: both("Read this.") },
    { at: 0, say: both("Add **1** (XX-1)."), play: action(1).command, else: both("Not 2.") },
    { at: 3, say: both("Done.") },
  ],
  frames: [frame(1, [0], [action(1), action(2)]), frame(2, [1]), frame(3, [2]), frame(4, [0])] };
const table = () => new LessonTable(LESSON, { game: { key: "plain", title: both("Plain") }, components: {}, module: null });

test("only the command of the note goes on, and another one is answered", async () => {
  reader.still = true;
  const live = table();
  assert.equal(live.state.actions, null); // nothing is asked by the first note
  live.go(1);
  assert.deepEqual(live.state.actions.map(({ label }) => label), ["Add 1", "Add 2"]);
  await live.send(action(2).command);
  assert.deepEqual([live.step, live.other], [1, true]);
  await live.send({ number: 1, type: "plain.add" });
  assert.deepEqual([live.step, live.other, live.at, live.isLast], [2, false, 3, true]);
  assert.deepEqual(live.log.map(({ sentence }) => sentence), ["Total 1.", "Total 2.", "Total 3.", "Total 4."]);
  live.go(1); // back
  assert.deepEqual([live.at, live.log.length, live.state.actions.length], [0, 1, 2]);
});

test("the moves of others are shown one after another, with what led to each", async (context) => {
  reader.still = false;
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const live = table();
  live.go(1);
  await live.send(action(1).command);
  assert.deepEqual([live.at, live.settled, live.previous.view.total, live.between.length], [1, false, 1, 1]);
  await live.send(action(1).command); // not while others play
  assert.equal(live.step, 2);
  context.mock.timers.tick(1000);
  context.mock.timers.tick(1000);
  assert.deepEqual([live.at, live.settled], [3, true]);
});

test("the screen leads through the lesson in both languages and asks the server for nothing but files", async () => {
  reader.still = true;
  document.head.append = (link) => queueMicrotask(() => link.onload());
  serve(({ path }) => {
    if (path.endsWith("about.json")) return { plain: { rules: { "plain.add": "XX-1" }, lessons: [{ name: "lesson1", title: both("Counting") }, { name: "lesson2", title: both("More") }] } };
    if (path.endsWith("lesson1.json")) return LESSON;
    return path.endsWith("/games") ? { games: [{ key: "plain", title: both("Plain") }] } : {};
  });
  const { Screen } = await page("learning/lesson.js");
  const root = await draw(Screen, { id: "plain", number: 1 });
  await settle();
  const buttons = () => [...root.querySelectorAll(".lesson-note .row > *")];
  assert.match(root.textContent, /Plain · Counting.*Step 1 of 3.*Read this\./);
  buttons().at(-1).click();
  await settle();
  setLang("fr");
  await settle();
  assert.match(root.textContent, /Étape 2 sur 3.*Add 1 \(XX-1\)\. \(fr\).*Add 2 \(fr\)/);
  setLang("en");
  await settle();
  const [right, wrong] = root.querySelectorAll(".action");
  assert.match(right.className, /pointed/);
  wrong.click();
  await settle();
  assert.match(root.querySelector(".other").textContent, /Not 2\./);
  buttons().at(-1).click(); // play it for me
  await settle();
  assert.deepEqual(buttons().map((each) => each.getAttribute("href")).filter(Boolean), ["#/lesson/plain?n=2", "#/game/plain", "#/"]);
  assert.deepEqual([...new Set(requests.map(({ method }) => method))], ["GET"]);
  assert.equal(requests.length, 4); // what the shelf says, the lesson, the games, the components
});
