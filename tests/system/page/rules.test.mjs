// The rules at hand: guides as elements, rules that are cited, and the drawer with both.
import assert from "node:assert/strict";
import { test } from "node:test";
import { draw, page, serve, settle } from "../../support/javascript/page.mjs";

const { rendered } = await page("learning/markdown.js");
const { RuleLink, shownRules } = await page("learning/rule_links.js");
const { setLang } = await page("lib/i18n.js");
const { html } = await page("vendor/preact.js");
document.head.append = (link) => queueMicrotask(() => link.onload()); // a style sheet is there at once
Object.getPrototypeOf(Object.getPrototypeOf(document.createElement("div"))).scrollIntoView = function () { this.inSight = true; };

const happening = (type, more) => Object.assign(new document.defaultView.Event(type, { bubbles: true }), more);

const GUIDE = "## Aim\n\nWin **most** of *all* (XX-1, XX-2).\n\n- one\n  line `code`\n- two\n\n1. first\n\n```text\n a\n\n b\n```\n";
const RULES = ["XX-1", "XX-2"].map((id) => ({ id, statements: [{ provenance: "house", en: `Text of ${id}, see XX-1.`, fr: `Texte de ${id}.` }] }));
const answer = ({ path }) => {
  if (path.endsWith("/rules")) return { game: "plain", rules: RULES };
  if (path.endsWith(".md")) return new Response(path.endsWith("fr.md") ? "## But\n\nGagner." : GUIDE);
  return path.endsWith("/games") ? { games: ["plain", "bare"].map((key) => ({ key, title: { en: "Plain", fr: "Simple" } })) } : {};
};

test("a guide has headings, lists, blocks of text and emphasis, and nothing of it is markup", async () => {
  const root = await draw(() => html`<div>${rendered(`${GUIDE}\n<b onclick="x">no</b>`, "plain")}</div>`, {});
  assert.deepEqual([...root.querySelector("div").children].map((each) => each.tagName), ["H3", "P", "UL", "OL", "PRE", "P"]);
  assert.equal(root.querySelector("li").textContent, "one line code");
  assert.equal(root.querySelector("pre").textContent, " a\n\n b");
  assert.equal(root.querySelector("strong").textContent, "most");
  assert.equal(root.querySelector(".cited").textContent, "(XX-1, XX-2)");
  assert.equal(root.querySelector("b"), null);
});

test("a citation opens the rule, marked and in sight, and Escape gives the focus back", async () => {
  serve(answer);
  const { Screen } = await page("learning/rules.js");
  const link = await draw(RuleLink, { game: "plain", rule: "XX-2" });
  link.querySelector("button").click();
  assert.deepEqual([shownRules().game, shownRules().rule], ["plain", "XX-2"]);
  const root = await draw(Screen, shownRules());
  await settle();
  const marked = root.querySelector("[aria-current]");
  assert.equal(marked.querySelector("dt").textContent, "XX-2");
  assert.equal(marked.inSight, true);
  let focused = false;
  shownRules().opener = { focus: () => (focused = true) };
  root.querySelector("aside").dispatchEvent(happening("keydown", { key: "Escape" }));
  assert.equal(shownRules(), null);
  assert.ok(focused);
});

test("the drawer begins with the guide, in the language of the reader, and finds rules by their words", async () => {
  serve(answer);
  const { Screen } = await page("learning/rules.js");
  const root = await draw(Screen, { game: "plain", rule: null });
  await settle();
  assert.match(root.textContent, /Rules · Plain.*How to play.*Aim/);
  setLang("fr");
  const french = await draw(Screen, { game: "plain", rule: null });
  await settle();
  assert.match(french.textContent, /Règles · Simple.*Comment jouer.*But/);
  setLang("en");
  [...root.querySelectorAll(".parts button")][1].click();
  await settle();
  const field = root.querySelector("input");
  field.value = "of xx-2";
  field.dispatchEvent(happening("input"));
  await settle();
  assert.deepEqual([...root.querySelectorAll("dt")].map((each) => each.textContent), ["XX-2"]);
});

test("a game without a guide says so", async () => {
  serve((request) => (request.path.endsWith(".md") ? new Response("") : answer(request)));
  const { Screen } = await page("learning/rules.js");
  const root = await draw(Screen, { game: "bare", rule: null });
  await settle();
  assert.match(root.textContent, /no guide/);
});
