// A table as it happens: the queue of positions, what a language changes, commands.
import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { page, reader, requests, serve } from "../../support/javascript/page.mjs";

const { client } = await page("lib/session.js");
const { setLang } = await page("lib/i18n.js");
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

test("positions are shown one after another, each for a while", async (t) => {
  t.after(() => mock.timers.reset());
  mock.timers.enable({ apis: ["setTimeout"] });
  const { live, shown, stream } = await opened();
  for (const version of [2, 3, 4]) stream.onState(state(version));
  assert.deepEqual(shown, [1, 2]);
  assert.equal(live.settled, false);
  mock.timers.tick(380);
  assert.deepEqual(shown, [1, 2, 3]);
  mock.timers.tick(380);
  assert.deepEqual(shown, [1, 2, 3, 4]);
  assert.equal(live.settled, true);
  live.close();
});

test("the events between two positions come with the later one", async (t) => {
  t.after(() => mock.timers.reset());
  mock.timers.enable({ apis: ["setTimeout"] });
  const { live, stream } = await opened();
  for (const version of [2, 3]) stream.onEvent({ version, type: "x" });
  stream.onState(state(3));
  assert.deepEqual([live.previous.version, live.between.map((event) => event.version)], [1, [2, 3]]);
  live.close();
});

test("of many waiting positions only the newest is shown, and at once without motion", async (t) => {
  t.after(() => mock.timers.reset());
  mock.timers.enable({ apis: ["setTimeout"] });
  const { live, shown, stream } = await opened();
  for (let version = 2; version <= 8; version += 1) stream.onState(state(version));
  mock.timers.tick(380);
  assert.deepEqual(shown, [1, 2, 7]); // 3 to 6 were skipped when 7 came
  reader.still = true;
  stream.onState(state(9));
  mock.timers.tick(380);
  assert.equal(live.state.version, 9);
  reader.still = false;
  live.close();
});

test("an older position is ignored, and the same one again replaces its labels", async () => {
  reader.still = true;
  const { live, stream } = await opened();
  stream.onState(state(5, { actions: [{ label: "old" }] }));
  stream.onState(state(4));
  assert.equal(live.state.version, 5);
  stream.onState(state(5, { actions: [{ label: "new" }] }));
  assert.equal(live.state.actions[0].label, "new");
  reader.still = false;
});

test("another language brings the log and the actions again", async () => {
  reader.still = true;
  const { Table } = await page("table/table.js");
  const { draw, settle } = await import("../../support/javascript/page.mjs");
  streams.length = 0;
  serve(answers);
  const root = await draw(Table, { id: "t1" });
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
