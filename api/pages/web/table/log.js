// What happened, in sentences.
// @ts-check
import { t } from "../lib/i18n.js";
import { RuleLink } from "../learning/rule_links.js";
import { html, useEffect, useRef } from "../vendor/preact.js";

// The header says whose turn it is, the list of seats who sits where; luck is for the verifier.
const QUIET = ["table.decision_opened", "table.luck_drawn", "table.luck_sealed", "table.seat_taken", "table.seat_left"];

export function Log({ live }) {
  const list = useRef(null);
  const quiet = [...QUIET, ...(live.module?.quiet ?? [])];
  const log = live.log.filter((event) => event.sentence && !quiet.includes(event.type));
  const last = log.at(-1)?.version;
  useEffect(() => {
    const element = list.current;
    if (element) element.scrollTop = element.scrollHeight;
  }, [last]);
  return html`<section class="panel log">
    <h2>${t("log")}</h2>
    ${live.first > 0 && html`<button type="button" class="plain" onClick=${() => live.earlier()}>${t("earlier")}</button>`}
    <div class="lines" ref=${list} role="log" tabindex="0" aria-label=${t("log")}><ol>${log.map((event) => html`<li key=${event.version} data-version=${event.version}>${event.sentence}<${RuleLink} game=${live.table?.game} rule=${event.rule} /></li>`)}</ol></div>
  </section>`;
}
