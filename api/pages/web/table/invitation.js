// The link with which the host invites people to see, join or watch a table.
// @ts-check
import { t } from "../lib/i18n.js";
import { html, useState } from "../vendor/preact.js";

/** Nothing for those who are not the host. @param {{ table: any }} props */
export function Invitation({ table }) {
  const [copied, setCopied] = useState(false);
  const path = table.you.invitation;
  if (!path) return null;
  const link = location.origin + path;
  return html`<div class="invitation">
    <p>${t("invitation")} <a href=${path}>${link}</a></p>
    <button type="button" onClick=${() => navigator.clipboard.writeText(link).then(() => setCopied(true))}>${copied ? t("copied") : t("copy_link")}</button>
  </div>`;
}
