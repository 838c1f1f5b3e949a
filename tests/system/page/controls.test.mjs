// Calm controls: what is asked before a move, what is sent by itself, and numbers in a field.
import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { draw, page, requests, serve, settle } from "../../support/javascript/page.mjs";

const { client } = await page("lib/session.js");
const { LiveTable } = await page("table/live.js");
const { set } = await page("lib/settings.js");
const { Asked } = await page("table/asked.js");
const { NumberChoice, numberField } = await page("kit/number.js");

const pass = { label: "Decline", group: "", command: { type: "plain.pass" } };
const react = { label: "Backlash", group: "", command: { type: "plain.react", card: "backlash" } };
const path = (steps) => ({ label: `Go ${steps}`, group: "", command: { type: "plain.path", steps } });
const asked = (actions, kind = "react") => ({ version: 2, seat: 0, seats: [{ seat: 0, name: "Anne", kind: "person" }], status: "running", view: {}, actions,
  open_parameters: [], decision: { number: 1, kind, seats: [0], deadline: null } });

/** A table at which these actions are asked for. */
function table(actions, kind) {
  client.follow = () => ({ close() {} });
  serve(() => ({ events: [], state: null }));
  const live = new LiveTable("t1");
  Object.assign(live, { state: { ...asked(null), version: 1, decision: null }, game: { clocks: { react: 10 } }, table: { game: "plain" } });
  live.events.set(2, { version: 2, type: "x" });
  live.enqueue(asked(actions, kind));
  return live;
}

const sent = () => requests.map(({ body }) => body.type);

test("a pass is sent after the same time with and without a reaction in hand", async (t) => {
  set({ auto: true });
  t.after(() => { mock.timers.reset(); set({ auto: false }); });
  mock.timers.enable({ apis: ["setTimeout"] });
  /** @type {number[]} */
  const times = [];
  for (const actions of [[pass], [react, pass]]) {
    const live = table(actions);
    let time = 0;
    while (!requests.length && time < 20_000) {
      mock.timers.tick(1);
      time += 1;
    }
    assert.deepEqual(sent(), ["plain.pass"]);
    times.push(time);
    live.close();
  }
  assert.deepEqual(times, [3000, 3000]);
});

test("a forced move is sent by itself only if the player wants it, and can be held", async (t) => {
  t.after(() => { mock.timers.reset(); set({ auto: false }); });
  mock.timers.enable({ apis: ["setTimeout"] });
  table([path(1)], "move");
  mock.timers.tick(9000);
  assert.deepEqual(sent(), []);
  set({ auto: true });
  table([path(1), path(2)], "move"); // a choice is never made for the player
  mock.timers.tick(9000);
  assert.deepEqual(sent(), []);
  table([path(1)], "move").hold();
  mock.timers.tick(9000);
  assert.deepEqual(sent(), []);
  table([path(1)], "move");
  mock.timers.tick(1000);
  assert.deepEqual(sent(), ["plain.path"]);
});

test("a cell with two candidates asks which, and a move is confirmed if the player wants", async () => {
  const live = table([path(1), path(2)], "move");
  const root = await draw(Asked, { live });
  const { html, render } = await page("vendor/preact.js");
  const again = () => render(html`<${Asked} live=${live} />`, root);
  live.choose([path(1), path(2)]);
  again();
  assert.match(root.textContent, /Which one\?Go 1Go 2Cancel/);
  assert.deepEqual(sent(), []);
  root.querySelectorAll("button")[1].click();
  await settle();
  assert.deepEqual(requests[0].body, path(2).command);
  set({ confirm: true });
  const sure = table([path(1)], "move");
  sure.choose(path(1).command);
  render(html`<${Asked} live=${sure} />`, root);
  assert.match(root.textContent, /Play this\?Go 1Cancel/);
  root.querySelectorAll("button")[1].click();
  assert.deepEqual([sent(), sure.asked], [[], []]);
  set({ confirm: false });
  sure.choose(path(1).command);
  assert.equal(requests.length, 1);
});

test("many actions that differ in one number are a field with steps", async () => {
  const bid = (amount) => ({ label: `Bid ${amount}`, group: "", command: { type: "plain.bid", amount } });
  const bids = Array.from({ length: 50 }, (_, n) => bid(n + 1));
  assert.equal(numberField(bids), "amount");
  assert.equal(numberField(bids.slice(0, 3)), null);
  assert.equal(numberField([...bids, { label: "", group: "", command: { type: "plain.pass" } }]), null);
  const chosen = [];
  const root = await draw(NumberChoice, { actions: bids, field: "amount", pending: false, onChoose: (command) => chosen.push(command.amount) });
  const buttons = root.querySelectorAll("button");
  assert.deepEqual([...buttons].map((each) => each.textContent), ["−5", "−", "+", "+5", "Bid 1"]);
  buttons[3].click();
  await settle();
  buttons[2].click();
  await settle();
  assert.equal(buttons[4].textContent, "Bid 7");
  buttons[4].click();
  assert.deepEqual(chosen, [7]);
});
