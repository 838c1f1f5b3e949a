// The page: one header, and the screen that the address names.
// @ts-check
import { Header } from "./screens/header.js";
import { Home } from "./screens/home.js";
import { useChanges } from "./lib/hooks.js";
import { onLang, t } from "./lib/i18n.js";
import { Lazy } from "./lib/lazy.js";
import { onPlace, place } from "./lib/router.js";
import { hideRules, onRules, shownRules } from "./learning/rule_links.js";
import { ServerNotices } from "./screens/server_notices.js";
import { client, keepInvitation, onPlayer, renewToken } from "./lib/session.js";
import { onSettings } from "./lib/settings.js";
import { html, render, useEffect, useRef } from "./vendor/preact.js";

function Screen({ at }) {
  if (at.screen === "" || at.screen === "game") return html`<${Home} key="home" chosen=${at.screen ? at.id : null} />`;
  if (at.screen === "table") {
    const invitation = at.query.get("invitation");
    if (invitation) client.invitations.set(at.id, invitation);
    return html`<${Lazy} key=${`table ${at.id} ${invitation}`} load=${() => import("./table/table.js")} id=${at.id} />`;
  }
  if (at.screen === "lesson") return html`<${Lazy} key="lesson" load=${() => import("./learning/lesson.js")} id=${at.id} number=${Number(at.query.get("n") ?? 1)} />`;
  if (at.screen === "gallery") return html`<${Lazy} key=${`gallery ${at.id}`} load=${() => import("./learning/gallery.js")} id=${at.id} query=${at.query} />`;
  if (at.screen === "replay") return html`<${Lazy} key=${`replay ${at.id}`} load=${() => import("./replay/replay.js")} id=${at.id} query=${at.query} />`;
  if (at.screen === "verify") return html`<${Lazy} key=${`verify ${at.id}`} load=${() => import("./screens/verify.js")} id=${at.id} />`;
  if (at.screen === "account" && at.query.has("invitation")) keepInvitation(at.query.get("invitation") ?? "");
  if (at.screen === "account") return html`<${Lazy} key="account" load=${() => import("./account/account.js")} />`;
  return html`<div class="narrow"><h1>404</h1><p>${t("not_found")}</p><p><a class="button" href="#/">${t("back_home")}</a></p></div>`;
}

function App() {
  useChanges(onPlace);
  useChanges(onLang);
  useChanges(onPlayer);
  useChanges(onRules);
  useChanges(onSettings);
  const rules = shownRules();
  const at = place();
  const main = useRef(null);
  const first = useRef(true);
  useEffect(() => {
    if (!first.current && rules) hideRules();
    if (!first.current) main.current?.focus(); // a screen reader begins with the new screen
    first.current = false;
    scrollTo(0, 0);
  }, [at.screen, at.id]);
  return html`
    <button type="button" class="skip" onClick=${() => main.current?.focus()}>${t("skip")}</button>
    <${Header} at=${at} />
    <${ServerNotices} />
    <main ref=${main} tabindex="-1" class=${rules ? "beside-rules" : ""}><${Screen} at=${at} /></main>
    ${rules && html`<${Lazy} key="rules" load=${() => import("./learning/rules.js")} ...${rules} />`}
  `;
}

const root = /** @type {HTMLElement} */ (document.getElementById("app"));
render(html`<${App} />`, root);
void renewToken();
