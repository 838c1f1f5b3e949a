// Take over an account in this browser: by its token, a file with it, or a recovery code.
// @ts-check
import { t } from "../lib/i18n.js";
import { Failure } from "../lib/notices.js";
import { me, recover, restore } from "../lib/session.js";
import { html, useState } from "../vendor/preact.js";

export function Restore() {
  const [said, setSaid] = useState("");
  const [failure, setFailure] = useState(null);
  /** @param {() => Promise<boolean>} take */
  async function run(take) {
    setFailure(null);
    setSaid("");
    try {
      setSaid((await take()) ? t("restored", { name: me()?.name }) : t("restore_bad"));
    } catch (problem) {
      setFailure(problem);
    }
  }
  const token = (text) => run(async () => text.trim() !== "" && restore(text));
  const paste = (event) => {
    event.preventDefault();
    const field = event.currentTarget.elements.namedItem("token");
    void token(field.value);
    field.value = "";
  };
  const code = (event) => {
    event.preventDefault();
    const form = event.currentTarget;
    const { value } = form.elements.namedItem("code");
    const alone = form.elements.namedItem("alone").checked;
    void run(() => recover(value, alone).then(() => (form.reset(), true)));
  };
  return html`<section class="panel restore">
    <h2>${t("restore")}</h2>
    <form class="row" onSubmit=${paste}>
      <label>${t("restore_text")}<input name="token" type="password" autocomplete="off" required /></label>
      <button>${t("restore_go")}</button>
    </form>
    <label>${t("restore_file")}<input type="file" accept=".txt,text/plain"
      onChange=${async (event) => token(await (event.currentTarget.files[0]?.text() ?? ""))} /></label>
    <form onSubmit=${code}>
      <div class="row">
        <label>${t("restore_code")}<input name="code" autocomplete="off" spellcheck=${false} maxlength="64" required /></label>
        <button>${t("recover_go")}</button>
      </div>
      <label class="check"><input name="alone" type="checkbox" />${t("recover_alone")}</label>
    </form>
    <p role="status">${said}</p>
    ${failure && html`<${Failure} failure=${failure} />`}
  </section>`;
}
