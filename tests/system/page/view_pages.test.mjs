// The past of a table in windows: who asks, what is kept, and where decisions are.
import assert from "node:assert/strict";
import { test } from "node:test";
import { page, requests, serve } from "../../support/javascript/page.mjs";

const { client } = await page("lib/session.js");
const { ViewPages, SIZE } = await page("replay/view_pages.js");
client.token = "own";

/** A finished table of some windows; a decision is open at every tenth version. */
const table = (more = {}) => ({ id: "t1", version: 3 * SIZE, private: false, watch: "everyone", you: { seat: 0, code: null }, ...more });
const positions = ({ query }) => {
  const [from, to] = [Number(query.get("from")), Number(query.get("to"))];
  const lines = Array.from({ length: to - from + 1 }, (_, n) => ({ version: from + n, decision: (from + n) % 10 ? null : { number: (from + n) / 10 } }));
  return [...lines, { next: null }];
};
const answers = (request) => (request.path.endsWith("/views") ? positions(request) : { events: [{ version: 1, sentence: request.query.get("lang") }] });
const asked = () => requests.map(({ headers }) => [headers.Authorization, headers.Invitation]);

for (const [whose, more, header] of [
  ["a public table is read like a spectator, so that browsers may keep it", {}, [undefined, undefined]],
  ["a private table is read by the player", { private: true, watch: "invited" }, ["Bearer own", undefined]],
  ["a table for invited spectators is read by the player", { watch: "invited" }, ["Bearer own", undefined]],
  ["the host reads a private table like an invited spectator", { id: "t2", private: true, you: { seat: 0, code: "abc" } }, [undefined, "abc"]],
]) {
  test(whose, async () => {
    serve(answers);
    const windows = new ViewPages(table(more));
    await windows.need([null, 0], 5);
    await windows.read("actions", { at: 5 });
    assert.deepEqual(asked(), [header, header, header, header]);
  });
}

test("a window is asked for once, and again if it failed", async () => {
  let broken = true;
  serve((request) => (broken ? 500 : answers(request)));
  const windows = new ViewPages(table());
  await assert.rejects(windows.views(null, 5));
  broken = false;
  await Promise.all([windows.views(null, 5), windows.views(null, SIZE)]);
  assert.equal(requests.length, 2);
  assert.equal(windows.position(null, SIZE).version, SIZE);
  assert.equal(windows.position(null, SIZE + 1), null);
});

test("decisions are found across windows, and the ends where there is none", async () => {
  serve(answers);
  const windows = new ViewPages(table());
  assert.equal(await windows.decision(251, 1), 260); // in the second window
  assert.equal(await windows.decision(260, -1), 250);
  assert.equal(await windows.decision(9, -1), 1);
  assert.equal(await windows.decision(765, 1), windows.last);
});

test("old windows make room for new ones", async () => {
  serve(answers);
  const windows = new ViewPages(table());
  for (let seat = 0; seat <= 40; seat += 1) await windows.views(seat, 1);
  assert.equal(windows.position(0, 1), null);
  assert.equal(windows.position(1, 1)?.version, 1);
  await windows.views(0, 1);
  assert.equal(requests.length, 42);
});
