// Games and boards: loaded once, and again if that failed.
import assert from "node:assert/strict";
import { test } from "node:test";
import { draw, page, requests, serve } from "../../support/javascript/page.mjs";

const { componentsOf, drawing, game, games } = await page("lib/games.js");
const { Board } = await page("table/board_area.js");
const { Lazy } = await page("lib/lazy.js");
const { html } = await page("vendor/preact.js");

document.head.append = (link) => queueMicrotask(() => link.onload()); // style sheets are there at once

test("the games are asked for once, and again if that failed", async () => {
  serve(() => 500);
  await assert.rejects(games());
  serve(() => ({ games: [{ key: "bug_race" }] }));
  assert.equal((await game("bug_race")).key, "bug_race");
  assert.equal(await game("chess"), null);
  assert.equal(requests.length, 1);
});

test("the components of a game are asked for once, and again if that failed", async () => {
  serve(() => 500);
  await assert.rejects(componentsOf("bug_race"));
  serve(() => ({ texts: {} }));
  await Promise.all([componentsOf("bug_race"), componentsOf("bug_race")]);
  assert.equal(requests.length, 1);
});

test("a board that could not be loaded is loaded again, a loaded one is kept", async () => {
  const loaded = { Board: () => null };
  let attempts = 0;
  const load = async () => {
    attempts += 1;
    if (attempts === 1) throw new TypeError("Failed to fetch dynamically imported module");
    return loaded;
  };
  assert.equal(await drawing("drawn", load), null);
  assert.equal(await drawing("drawn", load), loaded);
  assert.equal(await drawing("drawn", load), loaded);
  assert.equal(attempts, 2);
  assert.equal(await drawing("plain", load), null); // it has no board: nothing is loaded
  assert.equal(attempts, 2);
});

test("without its board a game is shown as data, and the reader may try again", async () => {
  let again = 0;
  const props = { module: null, table: { game: "drawn" }, view: { points: 7 }, components: {}, seats: [], onReload: () => (again += 1) };
  const root = await draw(Board, props);
  assert.match(root.textContent, /The board could not be loaded\..*Points7/);
  root.querySelector("button").click();
  assert.equal(again, 1);
  const plain = await draw(Board, { ...props, table: { game: "plain" } });
  assert.doesNotMatch(plain.textContent, /could not/);
});

test("a screen that could not be loaded says so in words, and the reader may try again", async () => {
  let attempts = 0;
  const load = async () => {
    attempts += 1;
    if (attempts === 1) throw new TypeError("Failed to fetch dynamically imported module: http://server/web/1/replay.js");
    return { Screen: () => html`<p>the screen</p>` };
  };
  const { settle } = await import("../../support/javascript/page.mjs");
  const root = await draw(Lazy, { load });
  assert.match(root.textContent, /This part of the page could not be loaded\./);
  assert.doesNotMatch(root.textContent, /module/);
  root.querySelector("button").click();
  await settle();
  assert.equal(root.textContent, "the screen");
});
