// The rules at hand: the guide for players and the numbered rules, in a drawer beside the board.
// @ts-check
import { game as gameOf, sheet } from "../lib/games.js";
import { useLoaded } from "../lib/hooks.js";
import { SERVER, lang, t, typeset, words } from "../lib/i18n.js";
import { guideOf } from "./sources.js";
import "./learn_texts.js";
import { inline, rendered } from "./markdown.js";
import { Failure, Loading } from "../lib/notices.js";
import { hideRules } from "./rule_links.js";
import { client } from "../lib/session.js";
import { html, useEffect, useMemo, useRef, useState } from "../vendor/preact.js";

/** @param {string} key */
async function load(key) {
  const rules = client.get(`/v1/games/${key}/rules`, { anonymous: true });
  const [found, guide, game] = await Promise.all([rules, guideOf(key), gameOf(key), sheet("learning/learn.css")]);
  return { rules: found.rules, guide, game };
}

export function Screen({ game, rule }) {
  const { value, failure, reload } = useLoaded(() => load(game), [game, lang()]);
  const [part, setPart] = useState("guide");
  const drawer = useRef(/** @type {any} */ (null));
  useEffect(() => {
    setPart(rule ? "rules" : "guide");
    drawer.current?.focus();
  }, [game, rule]);
  const press = (/** @type {KeyboardEvent} */ event) => event.key === "Escape" && hideRules();
  const tab = (/** @type {string} */ name) => html`<button type="button" aria-pressed=${String(part === name)} onClick=${() => setPart(name)}>${t(name)}</button>`;
  return html`<aside class="drawer" aria-labelledby="rules-title" ref=${drawer} tabindex="-1" onKeyDown=${press}>
    <header>
      <h2 id="rules-title">${t("rules")}${value ? ` · ${words(value.game?.title)}` : ""}</h2>
      <button type="button" class="plain" onClick=${hideRules}>${t("close")}</button>
    </header>
    <p class="parts">${tab("guide")}${tab("rules")}</p>
    ${failure && html`<${Failure} failure=${failure} onRetry=${reload} />`}
    ${value ? html`<${part === "guide" ? Guide : Rules} ...${value} key=${`${part} ${lang()}`} rule=${rule} />` : !failure && html`<${Loading} />`}
  </aside>`;
}

function Guide({ guide, game }) {
  return html`<div class="guide">${rendered(guide || t("no_guide"), game.key)}
    <p><a href=${`${SERVER}/docs/games/${game.key}`}>${t("more_docs")}</a></p></div>`;
}

/** All rules; the one that was asked for is marked and in sight. */
function Rules({ rules, game, rule }) {
  const [filter, setFilter] = useState("");
  const list = useRef(/** @type {any} */ (null));
  useEffect(() => {
    setFilter("");
    list.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "center" });
  }, [rule]);
  const texts = useMemo(() => rules.map((each) => ({ ...each, text: each.statements.map((part) => part[lang()]).join(" ") })), [rules]);
  const wanted = filter.toLowerCase();
  const found = texts.filter((each) => `${each.id} ${each.text}`.toLowerCase().includes(wanted));
  return html`<input type="search" aria-label=${t("find_rule")} placeholder=${t("find_rule")} value=${filter} onInput=${(event) => setFilter(event.currentTarget.value)} />
    <dl class="rules" ref=${list}>${found.map((each) => html`<div key=${each.id} aria-current=${each.id === rule ? "true" : null}>
      <dt>${each.id}</dt><dd>${inline(typeset(each.text), game.key)}</dd></div>`)}</dl>
    ${found.length === 0 && html`<p role="status">${t("no_rule_found")}</p>`}`;
}
