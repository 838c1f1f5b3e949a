// The Markdown of guides and lessons as elements: headings, paragraphs, lists, blocks of text, emphasis, and rules as links.
// @ts-check
import { typeset } from "../lib/i18n.js";
import { RuleLink } from "./rule_links.js";
import { html } from "../vendor/preact.js";

const RULE = "\\b[A-Z]{2,4}-\\d+(?:\\.\\d+)*\\b";
const INLINE = new RegExp(`(\\*\\*.+?\\*\\*|\\*[^*\\s][^*]*\\*|\`[^\`]+\`|\\((?:${RULE}(?:, )?)+\\)|${RULE})`);
const ITEM = /^(?:- |\d+\. )/;

/** @param {string} text @param {string} game whose rules it cites */
export function rendered(text, game) {
  return blocksOf(text).map((block) => element(block, game));
}

/** Divide a text at blank lines; a block of text keeps its own. @param {string} text */
function blocksOf(text) {
  return text.trim().split(/(^```[\s\S]*?^```$)|\n{2,}/m).filter((block) => block?.trim());
}

/** @param {string} block @param {string} game */
function element(block, game) {
  const words = (/** @type {string} */ line) => inline(line, game);
  if (block.startsWith("```")) return html`<pre class="scroll" tabindex="0"><code>${block.replace(/^```.*\n|\n```$/g, "")}</code></pre>`;
  if (block.startsWith("## ")) return html`<h3>${words(block.slice(3))}</h3>`;
  if (!ITEM.test(block)) return html`<p>${words(block)}</p>`;
  const items = block.split(/\n(?=- |\d+\. )/).map((item) => html`<li>${words(item.replace(ITEM, ""))}</li>`);
  return block.startsWith("- ") ? html`<ul>${items}</ul>` : html`<ol>${items}</ol>`;
}

/** Return a line with its emphasis, and a link for each rule that it cites. @param {string} text @param {string} game */
export function inline(text, game) {
  return text.replace(/\s+/g, " ").split(INLINE).map((part, n) => {
    if (n % 2 === 0) return typeset(part);
    if (part.startsWith("**")) return html`<strong>${inline(part.slice(2, -2), game)}</strong>`;
    if (part.startsWith("*")) return html`<em>${inline(part.slice(1, -1), game)}</em>`;
    if (part.startsWith("(")) return html`<span class="cited">(${inline(part.slice(1, -1), game)})</span>`;
    return part.startsWith("`") ? html`<code>${part.slice(1, -1)}</code>` : html`<${RuleLink} game=${game} rule=${part} />`;
  });
}
