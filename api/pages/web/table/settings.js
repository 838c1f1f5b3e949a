// The settings of this browser, in a menu over the table.
// @ts-check
import { Speed } from "./caption.js";
import { t } from "../lib/i18n.js";
import { set, settings } from "../lib/settings.js";
import { html } from "../vendor/preact.js";

export function Settings({ live }) {
  const check = (/** @type {"confirm" | "auto" | "list"} */ name, /** @type {string} */ text) => html`<label class="check"><input type="checkbox" checked=${settings()[name]}
    onChange=${(event) => { set({ [name]: event.currentTarget.checked }); live.plan(); }} />${t(text)}</label>`;
  return html`<details class="settings"><summary>${t("settings")}</summary>
    <div class="panel"><${Speed} />${check("confirm", "set_confirm")}${check("auto", "set_auto")}${check("list", "set_list")}</div></details>`;
}
