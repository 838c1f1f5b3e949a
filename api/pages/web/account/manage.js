// Recovery codes and tokens of the account of this browser.
// @ts-check
import { useLoaded } from "../lib/hooks.js";
import { t, when } from "../lib/i18n.js";
import { Failure, Loading } from "../lib/notices.js";
import { client, replaceToken, saveText } from "../lib/session.js";
import { html, useState } from "../vendor/preact.js";

const TOKENS = "/v1/players/me/tokens";
const CODES = "/v1/players/me/recovery-codes";
/** Names that the server gives itself, and their texts. @type {Record<string, string>} */
const GIVEN = { first: "token_first", recovered: "token_recovered" };

async function load() {
  const [{ tokens }, { left }] = await Promise.all([client.get(TOKENS), client.get(CODES)]);
  return { tokens, left };
}

export function Manage() {
  const { value, failure, reload } = useLoaded(load, []);
  const [problem, setProblem] = useState(null);
  const [busy, setBusy] = useState(false);
  /** @param {() => Promise<unknown>} change */
  async function run(change) {
    setBusy(true);
    setProblem(null);
    await change().catch(setProblem);
    setBusy(false);
    reload();
  }
  if (!value) return failure ? html`<${Failure} failure=${failure} onRetry=${reload} />` : html`<${Loading} />`;
  return html`${problem && html`<${Failure} failure=${problem} />`}
    <${Codes} left=${value.left} busy=${busy} run=${run} />
    <${Tokens} tokens=${value.tokens} busy=${busy} run=${run} />`;
}

function Codes({ left, busy, run }) {
  const [codes, setCodes] = useState(/** @type {string[]} */ ([]));
  const [copied, setCopied] = useState(false);
  const text = codes.join("\n");
  const create = async () => {
    if (left && !confirm(t("codes_sure"))) return;
    setCodes((await client.post(CODES)).codes);
    setCopied(false);
  };
  return html`<section class="panel codes">
    <h2>${t("codes")}</h2>
    <p class="quiet">${t("codes_help")}</p>
    <p role="status">${left ? t("codes_left", { left }) : t("codes_none")}</p>
    ${codes.length > 0 && html`<ol>${codes.map((code) => html`<li key=${code}><code>${code}</code></li>`)}</ol>`}
    <p class="row">
      ${codes.length > 0 && html`<button type="button" class="primary" onClick=${() => saveText(text, "codes-")}>${t("save_codes")}</button>
        <button type="button" onClick=${() => navigator.clipboard.writeText(text).then(() => setCopied(true))}>${copied ? t("copied") : t("copy_codes")}</button>
        <button type="button" class="plain" onClick=${() => setCodes([])}>${t("hide_codes")}</button>`}
      ${codes.length === 0 && html`<button type="button" disabled=${busy} onClick=${() => run(create)}>${t("create_codes")}</button>`}
    </p>
  </section>`;
}

function Tokens({ tokens, busy, run }) {
  const revoke = (token) => confirm(t("revoke_sure", { name: named(token) })) && run(() => client.delete(`${TOKENS}/${token.id}`));
  return html`<section class="panel tokens">
    <h2>${t("tokens")}</h2>
    <p class="quiet">${t("tokens_help")}</p>
    <ul>${tokens.map((token) => html`<li key=${token.id}>
      <span><strong>${named(token)}</strong> ${token.current && t("token_current")}<br /><span class="quiet">${dates(token)}</span></span>
      ${token.current
        ? html`<button type="button" disabled=${busy} onClick=${() => run(replaceToken)}>${t("replace")}</button>`
        : html`<button type="button" class="plain" disabled=${busy} aria-label=${`${t("revoke")}: ${named(token)}`} onClick=${() => revoke(token)}>${t("revoke")}</button>`}
    </li>`)}</ul>
  </section>`;
}

/** @param {any} token */
const named = ({ name }) => (GIVEN[name] ? t(GIVEN[name]) : name);

/** @param {any} token */
function dates({ created, expires }) {
  const made = t("token_created", { date: when(created) });
  return expires ? `${made} · ${t("token_expires", { date: when(expires) })}` : made;
}
