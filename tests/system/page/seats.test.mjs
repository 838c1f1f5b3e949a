// Seats before and during a game: names, clocks, and what each person may do.
import assert from "node:assert/strict";
import { test } from "node:test";
import { draw, page, requests, serve, settle } from "../../support/javascript/page.mjs";

localStorage.setItem("ludotheque.player" + new URL("../../../api", import.meta.url).pathname, JSON.stringify({ id: "anne", name: "Anne", token: "own" }));
const { Actions } = await page("table/actions.js");
const { Clock, Seats } = await page("table/seats.js");
const { WaitingRoom } = await page("table/waiting_room.js");
const { client, me } = await page("lib/session.js");
const { distinct, tokensOf } = await page("lib/board.js");

const person = (seat, name, more = {}) => ({ seat, name, kind: "person", player: name?.toLowerCase(), autopilot: false, resigned: false, clock: null, ...more });
const live = (seats, more = {}) => ({ id: "t1", settled: true, pending: false, game: { fewest_seats: 2 }, module: null, act: (run) => run(),
  table: { host: "anne", size: 3, private: false, you: {} }, state: { seats, seat: 0, view: {}, decision: null, actions: null, ...more } });

test("the host removes others and leaves the own seat", async () => {
  assert.equal(me().id, "anne");
  const root = await draw(WaitingRoom, { live: live([person(0, "Anne"), person(1, "Bob")]) });
  const buttons = [...root.querySelectorAll("li button")];
  assert.deepEqual(buttons.map((each) => each.textContent), ["Leave", "Remove"]);
  assert.equal(buttons[1].getAttribute("aria-label"), "Remove Bob");
  serve(() => null);
  buttons[1].click();
  await settle();
  assert.deepEqual(requests.map(({ method, path }) => `${method} ${path}`), ["DELETE /v1/tables/t1/seats/1"]);
});

test("seats are counted from 1, and equal names are told apart", async () => {
  const seats = [person(0, null), person(1, "Bob"), person(2, "Bob")];
  const root = await draw(Seats, { live: live(distinct(seats)) });
  assert.deepEqual([...root.querySelectorAll(".name")].map((each) => each.textContent), ["Seat 1", "Bob (2)", "Bob (3)"]);
  assert.deepEqual([...root.querySelectorAll(".dot")].map((each) => each.textContent), ["1", "2", "3"]);
  assert.equal(tokensOf(null, null, 0)[0].mark, "1");
});

test("a clock that ran out is shown", async () => {
  const [empty, full] = [person(0, "Anne", { autopilot: true, clock: { bank_ms: 0, deadline: null } }), person(1, "Bob", { clock: { bank_ms: 60_000, deadline: null } })];
  const decision = { number: 1, seats: [0], deadline: null };
  const root = await draw(Seats, { live: live([empty, full], { decision }) });
  assert.deepEqual([...root.querySelectorAll(".clock")].map((each) => each.textContent), ["time is up", "1:00"]);
  assert.doesNotMatch(root.textContent, /plays by default/);
  const own = await draw(Actions, { live: live([empty, full], { decision }) });
  assert.equal(own.textContent, "time is up");
  assert.equal(own.querySelector("button"), null); // the server would not give the seat back
  const late = await draw(Clock, { deadline: new Date(Date.now() - 1000).toISOString() });
  assert.equal(late.textContent, "time is up");
  const running = await draw(Clock, { deadline: new Date(Date.now() + client.ahead + 61_000).toISOString() });
  assert.match(running.textContent, /^1:0[01]$/);
});

test("a player who has resigned may leave", async () => {
  const root = await draw(Actions, { live: live([person(0, "Anne", { resigned: true, autopilot: true }), person(1, "Bob")]) });
  assert.match(root.textContent, /You have resigned/);
  assert.equal(root.querySelector("a").getAttribute("href"), "#/");
});

test("the log leaves out what the seats show: their numbers are those of the API, from 0", async () => {
  const { Log } = await page("table/log.js");
  const log = [{ version: 1, type: "table.seat_taken", sentence: "Anne takes seat 0." }, { version: 2, type: "bug_race.card_played", sentence: "Anne plays." }];
  const root = await draw(Log, { live: { ...live([]), log, first: 0 } });
  assert.deepEqual([...root.querySelectorAll("li")].map((each) => each.textContent), ["Anne plays."]);
});
