// The header: home, documentation, language, account.
// @ts-check
import { SERVER, lang, setLang, t } from "../lib/i18n.js";
import { me } from "../lib/session.js";
import { html } from "../vendor/preact.js";

export function Header({ at }) {
  const player = me();
  const home = at.screen === "" || at.screen === "game";
  return html`<header class="top">
    <a class="brand" href="#/" aria-current=${home ? "page" : null}>
      <svg viewBox="0 0 32 32" width="28" height="28" aria-hidden="true">
        <rect width="32" height="32" rx="8" fill="var(--accent)" />
        ${[[10, 10], [22, 10], [16, 16], [10, 22], [22, 22]].map(([x, y]) => html`<circle cx=${x} cy=${y} r="3" fill="var(--ink-on-colour)" />`)}
      </svg>
      <span>Ludothèque</span>
    </a>
    <nav aria-label="Ludothèque">
      <a href=${`${SERVER}/docs`}>${t("documentation")}</a>
      <button type="button" class="plain" lang=${t("language_code")} onClick=${() => setLang(lang() === "fr" ? "en" : "fr")}>
        ${t("language")}
      </button>
      <a href="#/account" aria-current=${at.screen === "account" ? "page" : null}>${player ? player.name : t("account")}</a>
    </nav>
  </header>`;
}
