// The indicator of the connection.
// @ts-check
import { t } from "../lib/i18n.js";
import { html } from "../vendor/preact.js";

const WORDS = { live: "live", connecting: "connecting", offline: "offline", hidden: "hidden_tab" };

export function Connection({ live }) {
  if (live.connection === "ended" || live.over) return null;
  const name = live.connection in WORDS ? live.connection : "connecting";
  return html`<span class=${`connection ${name}`} role="status">${t(WORDS[name])}</span>`;
}
