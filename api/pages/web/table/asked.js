// What the page asks before it sends a move: which one is meant, whether the player is sure, or nothing at all.
// @ts-check
import { t } from "../lib/i18n.js";
import { html, useEffect, useRef } from "../vendor/preact.js";

/** Several candidates, or one to confirm. */
export function Asked({ live }) {
  const { asked, pending } = live;
  const first = useRef(/** @type {any} */ (null));
  useEffect(() => first.current?.focus(), [asked]);
  if (!asked.length) return null;
  const drop = () => live.set({ asked: [] });
  return html`<section class="sheet asked" role="dialog" aria-labelledby="asked" onKeyDown=${(event) => event.key === "Escape" && drop()}>
    <h2 id="asked">${t(asked.length > 1 ? "which_one" : "sure")}</h2>
    <div class="choices">
      ${asked.map(({ label, command }, n) => html`<button type="button" class="primary" ref=${n ? null : first} disabled=${pending} onClick=${() => live.send(command)}>${label || t("send")}</button>`)}
      <button type="button" onClick=${drop}>${t("cancel")}</button>
    </div>
  </section>`;
}

/** What is sent by itself soon, and a way to stop it. */
export function Planned({ live }) {
  if (!live.planned) return null;
  return html`<p class="row planned" role="status">${t("by_itself")} <button type="button" onClick=${() => live.hold()}>${t("hold")}</button></p>`;
}
