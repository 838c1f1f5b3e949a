// A screen whose module is loaded when it is first shown.
// @ts-check
import { useLoaded } from "./hooks.js";
import { t } from "./i18n.js";
import { Failure, Loading } from "./notices.js";
import { askServer } from "../screens/server_notices.js";
import { html, useEffect } from "../vendor/preact.js";

export function Lazy({ load, ...props }) {
  const { value, failure, reload } = useLoaded(load, []);
  useEffect(() => void (failure && askServer()), [failure]); // a newer server may have other files
  if (failure) return html`<${Failure} failure=${new Error(t("part_failed"))} onRetry=${reload} />`;
  return value ? html`<${value.Screen} ...${props} />` : html`<${Loading} />`;
}
