// The controls of a replay, and numbers on boards where sentences name a place.
import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { board, draw, page, settle } from "../../support/javascript/page.mjs";

const { Controls } = await page("replay/controls.js");
const { circuit } = await board("gasterospeed", "circuit.js");
const { trackOf, sizes } = await board("bug_race", "track.js");
const { html } = await page("vendor/preact.js");

const press = (target, key, more = {}) => {
  const event = Object.assign(new (document.defaultView.Event)("keydown", { bubbles: true, cancelable: true }), { key, ...more });
  target.dispatchEvent(event);
};

test("the arrow keys step through a replay wherever the focus is, but not in a field", async () => {
  const gone = [];
  const windows = { last: 9, position: () => null, decision: async (from, way) => from + 3 * way };
  const root = await draw(Controls, { table: { seats: [{ seat: 0, name: "Anne" }] }, windows, at: 5, seat: 0, onGo: (version) => gone.push(version), onSeat: () => {} });
  press(document.body, "ArrowRight");
  press(root.querySelector("button"), "ArrowLeft");
  press(document.body, "ArrowRight", { shiftKey: true });
  await null;
  press(root.querySelector("select"), "ArrowRight");
  press(document.body, "ArrowLeft", { altKey: true }); // the browser goes back
  press(document.body, "ArrowUp");
  assert.deepEqual(gone, [6, 4, 8]);
});

test("it plays by itself at the chosen speed, and stops at the press of a button", async (t) => {
  const gone = [];
  const windows = { last: 9, position: () => ({ at: "2026-01-01T00:00:00Z" }) };
  const props = (at) => ({ table: { seats: [{ seat: 0, name: "Anne" }] }, windows, at, seat: 0, onGo: (version) => gone.push(version), onSeat: () => {} });
  const root = await draw(Controls, props(5));
  const button = root.querySelector("button.primary");
  t.after(() => mock.timers.reset());
  button.click();
  await settle();
  assert.deepEqual([button.textContent, gone], ["Pause", [6]]);
  button.click();
  await settle();
  mock.timers.enable({ apis: ["setTimeout"] });
  mock.timers.tick(1400);
  assert.deepEqual([gone, button.textContent], [[6], "Play"]);
});

test("a replay that was left does not change the address of the next screen", async () => {
  const router = await page("lib/router.js");
  const addresses = [];
  globalThis.history = { replaceState: (state, title, address) => addresses.push(address) };
  for (const hash of ["#/replay/abc?at=1", "#/table/abc", "#/replay/xyz"]) {
    globalThis.location = { hash };
    router.settle("replay", "abc", "at=2&seat=0");
  }
  assert.deepEqual(addresses, ["#/replay/abc?at=2&seat=0"]);
});

const directions = { absolute_order: ["N", "NE", "E", "SE", "S", "SW", "W", "NW"], vectors: {} };
const map = ["######", "#....#", "#....#", "#....#", "#....#", "#....#", "######"];
for (const [width, way] of [[300, "upright"], [900, "turned"]]) {
  test(`the circuit has the numbers that sentences name, ${way}`, async () => {
    const components = { directions, circuits: [], texts: {} };
    const view = { circuit: { id: "x", map, headings: map, walls: [] }, snails: [], turn: 1 };
    const root = await draw(() => circuit({ view, components, actions: [], events: [], seats: [], lang: "en", chosen: null }, width), {});
    const numbers = [...root.querySelectorAll(".gasterospeed-numbers text")].map((each) => [Number(each.textContent), Number(each.getAttribute("x")), Number(each.getAttribute("y"))]);
    assert.deepEqual(numbers.map(([number]) => number), [1, 2, 3, 4, 1, 2, 3, 4, 5]); // columns, then rows
    const [columns, rows] = [numbers.slice(0, 4), numbers.slice(4)];
    const along = way === "turned" ? 2 : 1; // columns run down where the circuit is turned
    assert.equal(new Set(columns.map((each) => each[3 - along])).size, 1);
    assert.equal(new Set(rows.map((each) => each[along])).size, 1);
  });
}

test("the segments of a bug track have their numbers", async () => {
  const track = { seat: 0, bug: "ant", stance: { body: 1, left: [1, 2, 3], right: [1, 2, 3] }, played: [], cards_to_play: 0, rank: 1 };
  const view = { phase: "race", turn: 1, cards_per_turn: 1, track: { segments: 20, body_length: 3, start_line_after_segment: 3, finish_line_after_segment: 17 } };
  const numbers = async (width) => {
    const root = await draw(() => html`<svg>${trackOf({ view, seats: [], lang: "en", me: null, actions: [] }, track, sizes(width, 20), [])}</svg>`, {});
    return [...root.querySelectorAll("[data-segment]")].map((each) => Number(each.textContent));
  };
  assert.deepEqual(await numbers(900), Array.from({ length: 20 }, (_, n) => n + 1));
  assert.deepEqual(await numbers(300), [5, 10, 15, 20]);
});
