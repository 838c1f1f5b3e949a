// What the server says of itself: maintenance, and a newer build of the page.
import assert from "node:assert/strict";
import { test } from "node:test";
import { draw, page, requests, serve, settle } from "../../support/javascript/page.mjs";

const { askServer, ServerNotices } = await page("screens/server_notices.js");
const { LiveTable } = await page("table/live.js");
const { Lazy } = await page("lib/lazy.js");
const same = { maintenance: null, build: "web" }; // the folder that the modules were loaded from

test("an old tab notices a new build and offers to reload", async () => {
  serve(() => same);
  const root = await draw(ServerNotices, {});
  assert.equal(root.textContent.trim(), "");
  serve(() => ({ ...same, build: "newer" }));
  document.dispatchEvent(new document.defaultView.Event("visibilitychange"));
  await settle();
  assert.match(root.textContent, /newer version of this page/);
  root.querySelector("button").click();
  assert.equal(location.reloaded, true);
});

test("it asks again when the connection is back, and when a part of the page is missing", async () => {
  serve(() => same);
  await draw(ServerNotices, {});
  const live = new LiveTable("t1");
  for (const status of ["connecting", "live", "offline", "connecting", "live", "hidden", "connecting", "live"]) live.connected(status);
  await draw(Lazy, { load: () => Promise.reject(new TypeError("Failed to fetch")) });
  assert.equal(requests.length, 3); // the first time, after `offline`, and for the missing part
});

test("the message of maintenance is shown, and a server that cannot be reached changes nothing", async () => {
  serve(() => ({ ...same, maintenance: "Back at noon." }));
  const root = await draw(ServerNotices, {});
  assert.match(root.textContent, /Maintenance.*Back at noon\./);
  globalThis.fetch = () => Promise.reject(new TypeError("gone"));
  askServer();
  await settle();
  assert.match(root.textContent, /Back at noon\./);
});
