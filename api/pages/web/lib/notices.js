// What a screen shows while it waits, and when something failed.
// @ts-check
import { Problem, Unreachable } from "../client/ludotheque.js";
import { t } from "./i18n.js";
import { html } from "../vendor/preact.js";

export const Loading = () => html`<p class="notice quiet" role="status">${t("loading")}</p>`;

/** @param {unknown} failure */
export function reason(failure) {
  if (failure instanceof Unreachable) return t("unreachable");
  if (failure instanceof Problem) return failure.message || failure.title;
  return failure instanceof Error ? failure.message : String(failure);
}

export function Failure({ failure, onRetry = null }) {
  return html`<div class="notice bad" role="alert">
    <p>${reason(failure)}</p>
    ${onRetry && html`<button type="button" onClick=${onRetry}>${t("retry")}</button>`}
  </div>`;
}
