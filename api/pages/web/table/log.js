// What happened, in sentences.
// @ts-check
import { t } from "../lib/i18n.js";
import { RuleLink } from "../learning/rule_links.js";
import { beatsOf } from "./timeline.js";
import { html, useEffect, useRef } from "../vendor/preact.js";

export function Log({ live }) {
  const list = useRef(null);
  const log = beatsOf(live.log, live.module);
  const last = log.at(-1)?.version;
  useEffect(() => {
    const element = list.current;
    if (element) element.scrollTop = element.scrollHeight;
  }, [last]);
  return html`<section class="panel log">
    <h2>${t("log")}</h2>
    ${live.first > 0 && html`<button type="button" class="plain" onClick=${() => live.earlier()}>${t("earlier")}</button>`}
    <div class="lines" ref=${list} role="log" tabindex="0" aria-label=${t("log")}><ol>${log.map(({ version, text, rule }) => html`<li key=${version} data-version=${version} class=${version > live.since ? "since" : ""}>${text}<${RuleLink} game=${live.table?.game} rule=${rule} /></li>`)}</ol></div>
  </section>`;
}
