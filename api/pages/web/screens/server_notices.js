// What the server says of itself: maintenance, and whether it serves a newer page than this one.
// @ts-check
import { t } from "../lib/i18n.js";
import { client } from "../lib/session.js";
import { ROOT } from "../root.js";
import { html, useEffect, useState } from "../vendor/preact.js";

const OWN = ROOT.pathname.split("/").at(-2); // the build that this page was loaded from
/** @type {() => void} */
let look = () => {};

/** Ask the server again: after the connection was lost, or when a part of the page is missing. */
export const askServer = () => look();

export function ServerNotices() {
  const [said, setSaid] = useState(/** @type {{ maintenance: string | null, build: string | undefined }} */ ({ maintenance: null, build: OWN }));
  useEffect(() => {
    look = () => void (document.hidden || client.get("/").then(setSaid, () => {}));
    look(); // again when a visitor comes back to the page; a rejected command shows the message of maintenance, too
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
  }, []);
  return html`
    ${said.maintenance && html`<p class="notice bad" role="status">${t("maintenance")} ${said.maintenance}</p>`}
    ${said.build !== OWN && html`<p class="notice new" role="status">${t("new_build")} <button type="button" onClick=${() => location.reload()}>${t("reload")}</button></p>`}`;
}
