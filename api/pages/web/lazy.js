// A screen whose module is loaded when it is first shown.
// @ts-check
import { useLoaded } from "./hooks.js";
import { t } from "./i18n.js";
import { Failure, Loading } from "./notices.js";
import { html } from "./vendor/preact.js";

export function Lazy({ load, ...props }) {
  const { value, failure, reload } = useLoaded(load, []);
  if (failure) return html`<${Failure} failure=${new Error(t("part_failed"))} onRetry=${reload} />`;
  return value ? html`<${value.Screen} ...${props} />` : html`<${Loading} />`;
}
