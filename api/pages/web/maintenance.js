// The banner during maintenance: the message of the administrator.
// @ts-check
import { t } from "./i18n.js";
import { client } from "./session.js";
import { html, useEffect, useState } from "./vendor/preact.js";

export function Maintenance() {
  const [message, setMessage] = useState(/** @type {string | null} */ (null));
  useEffect(() => {
    const look = () => document.hidden || client.get("/").then((found) => setMessage(found.maintenance), () => {});
    look(); // again when a visitor comes back to the page; a rejected command shows the message, too
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
  }, []);
  return message && html`<p class="notice bad" role="status">${t("maintenance")} ${message}</p>`;
}
