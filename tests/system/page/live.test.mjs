// A table as it happens: the queue of positions, what a language changes, commands.
import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { page, reader, requests, serve } from "../../support/javascript/page.mjs";

const { client } = await page("lib/session.js");
const { read, setLang } = await page("lib/i18n.js");
const { LiveTable } = await page("table/live.js");

const seats = [{ seat: 0, name: "Anne", kind: "person" }, { seat: 1, name: "Robot Ada", kind: "bot" }, { seat: 2, name: "Robot Ada", kind: "bot" }];
const state = (version, more = {}) => ({ version, seat: 0, seats, status: "running", view: { at: version }, actions: null, open_parameters: null, ...more });
const table = { ...state(1), id: "t1", game: "plain", you: { seat: 0 } };
const answers = ({ path }) => ({ "/v1/games": { games: [{ key: "plain", clocks: {} }] }, "/v1/games/plain/components": {} })[path] ?? table;
/** The streams that the table opened. @type {any[]} */
const streams = [];
client.follow = (id, listener) => {
  const stream = { ...listener, lang: client.lang, closed: false, close: () => (stream.closed = true) };
  streams.push(stream);
  return stream;
};

/** Open a table; the numbers of the positions it shows are in `shown`. */
async function opened() {
  streams.length = 0;
  serve(answers);
  const live = new LiveTable("t1");
  const shown = [];
  await live.open(() => live.state && shown.at(-1) !== live.state.version && shown.push(live.state.version));
  return { live, shown, stream: streams[0] };
}

/** What a command leads to: an event with a sentence, the next decision, and the position. */
const happen = (stream, version, more = {}) => {
  stream.onEvent({ version: version - 1, type: "plain.added", sentence: `Total ${version}.`, rule: "XX-1", data: { seat: 1 } });
  stream.onEvent({ version, type: "table.decision_opened", sentence: "Someone decides." });
  stream.onState(state(version, more));
};
const told = (live) => live.told.map(({ text }) => text);

test("each position is shown until its motion has ended, and log and board are of one version", async (t) => {
  t.after(() => mock.timers.reset());
  mock.timers.enable({ apis: ["setTimeout"] });
  const { live, shown, stream } = await opened();
  for (const version of [3, 5, 7]) happen(stream, version);
  assert.deepEqual([shown, live.settled], [[1, 3], false]);
  assert.deepEqual([live.previous.version, live.between.map((event) => event.version), told(live)], [1, [2, 3], ["Total 3."]]);
  assert.deepEqual(live.log.map((event) => event.version), [2, 3]); // nothing is told before it is shown
  const motion = { playState: "running", effect: { getComputedTiming: () => ({ endTime: 420 }) } };
  const frame = { getAnimations: () => [motion] };
  t.mock.method(document, "querySelectorAll", () => [frame]);
  mock.timers.tick(700);
  assert.deepEqual(shown, [1, 3]); // something still moves
  motion.playState = "finished";
  mock.timers.tick(16);
  assert.deepEqual(shown, [1, 3, 5]);
  mock.timers.tick(700);
  assert.deepEqual([shown, live.settled, live.summarised], [[1, 3, 5, 7], true, false]);
  live.close();
});

test("a position waits for the events that led to it", async (t) => {
  t.after(() => mock.timers.reset());
  mock.timers.enable({ apis: ["setTimeout"] });
  const { live, shown, stream } = await opened();
  stream.onState(state(3)); // the answer to a command may be faster than the stream
  stream.onEvent({ version: 2, type: "x" });
  assert.deepEqual(shown, [1]);
  stream.onEvent({ version: 3, type: "x" });
  assert.deepEqual(shown, [1, 3]);
  live.close();
});

test("what would take too long, or is skipped, is summarised and not lost", async (t) => {
  t.after(() => mock.timers.reset());
  mock.timers.enable({ apis: ["setTimeout", "Date"], now: 0 });
  const { live, shown, stream } = await opened();
  live.since = 1;
  for (const version of [3, 5, 7]) happen(stream, version);
  live.skip();
  assert.deepEqual([shown, live.summarised, told(live)], [[1, 3, 7], true, ["Total 5.", "Total 7."]]);
  assert.deepEqual(live.recap.map(({ text }) => text), ["Total 3.", "Total 5.", "Total 7."]);
  mock.timers.tick(2000);
  for (let version = 9; version <= 69; version += 2) happen(stream, version); // 31 steps last longer than 20 seconds
  mock.timers.tick(2000);
  assert.deepEqual([shown.slice(3), live.summarised, live.recap.length], [[9, 69], true, 34]);
  mock.timers.tick(2000);
  for (const version of [71, 73, 75]) happen(stream, version, { actions: [], decision: { number: 1, kind: "x", seats: [0], deadline: new Date(4000 + 7000).toISOString() } });
  mock.timers.tick(1000);
  assert.deepEqual(shown.slice(5), [75]); // a quarter of the time to decide is not enough for three steps
  live.close();
});

test("without motion the newest position is shown at once, with a summary", async () => {
  reader.still = true;
  const { live, shown, stream } = await opened();
  happen(stream, 3);
  happen(stream, 5);
  assert.deepEqual([shown, live.settled], [[1, 3, 5], true]);
  reader.still = false;
});

test("the speed is set for all tables and kept", async (t) => {
  t.after(() => mock.timers.reset());
  mock.timers.enable({ apis: ["setTimeout"] });
  const { set, speed } = await page("lib/settings.js");
  set({ speed: 4 });
  const { live, shown, stream } = await opened();
  for (const version of [3, 5]) happen(stream, version);
  mock.timers.tick(175);
  assert.deepEqual([shown, speed(), JSON.parse(read("ludotheque.settings")).speed], [[1, 3, 5], 4, 4]);
  set({ speed: null });
  live.close();
});

test("an older position is ignored, and the same one again replaces its labels", async () => {
  reader.still = true;
  const { live, stream } = await opened();
  for (const version of [2, 3, 4, 5]) stream.onEvent({ version, type: "x" });
  stream.onState(state(5, { actions: [{ label: "old" }] }));
  stream.onState(state(4));
  assert.equal(live.state.version, 5);
  stream.onState(state(5, { actions: [{ label: "new" }] }));
  assert.equal(live.state.actions[0].label, "new");
  reader.still = false;
});

test("another language brings the log and the actions again", async () => {
  reader.still = true;
  const { Screen } = await page("table/table.js");
  const { draw, settle } = await import("../../support/javascript/page.mjs");
  streams.length = 0;
  serve(answers);
  const root = await draw(Screen, { id: "t1" });
  const told = (lang) => {
    const stream = streams.at(-1);
    assert.equal(stream.lang, lang);
    stream.onEvent({ version: 1, type: "x", sentence: `sentence ${lang}` });
    stream.onState(state(1, { decision: { number: 1, seats: [0] }, actions: [{ label: `action ${lang}`, group: "", command: { type: "x" } }] }));
  };
  told("en");
  await settle();
  assert.match(root.innerHTML, /action en/);
  setLang("fr");
  assert.equal(streams[0].closed, true);
  told("fr");
  await settle();
  assert.match(root.innerHTML, /action fr.*sentence fr/s);
  assert.doesNotMatch(root.innerHTML, /action en|sentence en/);
  setLang("en");
  reader.still = false;
});

test("players of one name are told apart by their seats, counted from 1", async () => {
  reader.still = true;
  const { live, stream } = await opened();
  const names = () => live.state.seats.map((seat) => seat.name);
  assert.deepEqual(names(), ["Anne", "Robot Ada (2)", "Robot Ada (3)"]);
  stream.onEvent({ version: 2, type: "x" });
  stream.onState(state(2));
  assert.deepEqual(names(), ["Anne", "Robot Ada (2)", "Robot Ada (3)"]);
  reader.still = false;
});

test("a command is sent once at a time, and a refusal is kept until the next", async () => {
  reader.still = true;
  const { live } = await opened();
  serve(() => 409);
  await Promise.all([live.send({ type: "x" }), live.send({ type: "x" })]);
  assert.equal(requests.length, 1);
  assert.match(live.rejection.message, /refused 409/);
  serve(() => ({ events: [{ version: 2 }], state: state(2) }));
  await live.send({ type: "x" });
  assert.deepEqual([live.rejection, live.pending, live.state.version], [null, false, 2]);
  reader.still = false;
});

test("a table that cannot be loaded says why, and can be opened again", async () => {
  serve(() => 404);
  const live = new LiveTable("t1");
  await live.open(() => {});
  assert.match(live.failure?.message ?? "", /refused 404/);
  serve(answers);
  await live.open(() => {});
  assert.equal(live.failure, null);
  assert.equal(live.state.version, 1);
});
