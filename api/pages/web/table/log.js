// What happened, in sentences.
// @ts-check
import { useMedia } from "../lib/hooks.js";
import { t } from "../lib/i18n.js";
import { RuleLink } from "../learning/rule_links.js";
import { beatsOf } from "./timeline.js";
import { html, useEffect, useRef, useState } from "../vendor/preact.js";

export function Log({ live }) {
  const list = useRef(null);
  const narrow = useMedia("(max-width: 959px)"); // there it is a sheet over the board
  const [open, setOpen] = useState(false);
  const log = beatsOf(live.log, live.module);
  const last = log.at(-1)?.version;
  useEffect(() => {
    const element = list.current;
    if (element) element.scrollTop = element.scrollHeight;
  }, [last, open]);
  const title = narrow ? html`<button type="button" class="plain" aria-expanded=${String(open)} onClick=${() => setOpen(!open)}>${t("log")}</button>` : t("log");
  if (narrow && !open) return html`<section class="panel log"><h2>${title}</h2></section>`;
  return html`<section class=${narrow ? "sheet log" : "panel log"}>
    <h2>${title}</h2>
    ${live.first > 0 && html`<button type="button" class="plain" onClick=${() => live.earlier()}>${t("earlier")}</button>`}
    <div class="lines" ref=${list} role="log" tabindex="0" aria-label=${t("log")}><ol>${log.map(({ version, text, rule }) => html`<li key=${version} data-version=${version} class=${version > live.since ? "since" : ""}>${text}<${RuleLink} game=${live.table?.game} rule=${rule} /></li>`)}</ol></div>
  </section>`;
}
