// The account of this browser: its name, and its token saved, restored or forgotten.
// @ts-check
import { t } from "./i18n.js";
import { Failure } from "./notices.js";
import { copyToken, ensurePlayer, forget, me, restore, saveToken } from "./session.js";
import { html, useEffect, useState } from "./vendor/preact.js";

export function Screen() {
  useEffect(() => void (document.title = `${t("account")} · Ludothèque`), []);
  const player = me();
  return html`<div class="narrow account">
    <h1>${t("account")}</h1>
    <section class="panel">
      <p>${player ? t("you_are", { name: player.name }) : t("no_account")}</p>
      ${player ? html`<${Kept} />` : html`<${Create} />`}
    </section>
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

function Create() {
  const [failure, setFailure] = useState(null);
  const submit = (event) => {
    event.preventDefault();
    const name = new FormData(event.currentTarget).get("name");
    ensurePlayer(String(name).trim()).catch(setFailure);
  };
  return html`<form class="row" onSubmit=${submit}>
    <label>${t("new_name")}<input name="name" required maxlength="40" autocomplete="nickname" /></label>
    <button class="primary">${t("create")}</button>
    ${failure && html`<${Failure} failure=${failure} />`}
  </form>`;
}

function Restore() {
  const [said, setSaid] = useState("");
  const [failure, setFailure] = useState(null);
  async function take(token) {
    setFailure(null);
    try {
      const known = token.trim() !== "" && (await restore(token));
      setSaid(known ? t("restored", { name: me()?.name }) : t("restore_bad"));
    } catch (problem) {
      setFailure(problem);
    }
  }
  const paste = (event) => {
    event.preventDefault();
    const field = event.currentTarget.elements.namedItem("token");
    void take(field.value);
    field.value = "";
  };
  return html`<section class="panel">
    <h2>${t("restore")}</h2>
    <form class="row" onSubmit=${paste}>
      <label>${t("restore_text")}<input name="token" type="password" autocomplete="off" required /></label>
      <button>${t("restore_go")}</button>
    </form>
    <label>${t("restore_file")}<input type="file" accept=".txt,text/plain"
      onChange=${async (event) => take(await (event.currentTarget.files[0]?.text() ?? ""))} /></label>
    <p role="status">${said}</p>
    ${failure && html`<${Failure} failure=${failure} />`}
  </section>`;
}
