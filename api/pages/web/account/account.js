// The account of this browser: its name, its token, recovery codes, and ways to take an account over.
// @ts-check
import "./account_texts.js";
import { Manage } from "./manage.js";
import { Restore } from "./restore.js";
import { t } from "../lib/i18n.js";
import { Failure } from "../lib/notices.js";
import { copyToken, ensurePlayer, forget, me, rename, saveToken } from "../lib/session.js";
import { html, useEffect, useState } from "../vendor/preact.js";

export function Screen() {
  useEffect(() => void (document.title = `${t("account")} · Ludothèque`), []);
  const player = me();
  return html`<div class="narrow account">
    <h1>${t("account")}</h1>
    <section class="panel">
      <p>${player ? t("you_are", { name: player.name }) : t("no_account")}</p>
      ${player
        ? html`<${Kept} /><${NameForm} key=${player.id} name=${player.name} button=${t("rename")} onName=${rename} />`
        : html`<${NameForm} button=${t("create")} onName=${ensurePlayer} />`}
    </section>
    ${player && html`<${Manage} key=${player.id} />`}
    <${Restore} />
  </div>`;
}

function Kept() {
  const [copied, setCopied] = useState(false);
  return html`<p class="quiet">${t("account_help")}</p>
    <p class="row">
      <button type="button" class="primary" onClick=${saveToken}>${t("save_token")}</button>
      <button type="button" onClick=${() => copyToken().then(() => setCopied(true))}>${copied ? t("copied") : t("copy_token")}</button>
      <button type="button" class="plain" onClick=${() => confirm(t("forget_sure")) && forget()}>${t("forget")}</button>
    </p>`;
}

/** Ask for a name. */
function NameForm({ name = "", button, onName }) {
  const [failure, setFailure] = useState(null);
  const submit = (event) => {
    event.preventDefault();
    setFailure(null);
    onName(String(new FormData(event.currentTarget).get("name")).trim()).catch(setFailure);
  };
  return html`<form class="row" onSubmit=${submit}>
    <label>${t("new_name")}<input name="name" required maxlength="40" autocomplete="nickname" defaultValue=${name} /></label>
    <button class=${name ? "" : "primary"}>${button}</button>
    ${failure && html`<${Failure} failure=${failure} />`}
  </form>`;
}
