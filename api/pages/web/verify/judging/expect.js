// Compares a value with the one that must be there.

import { same } from "../history/canonical.js";

/** @typedef {(field: string, message: string) => void} Find adds a finding at a known place */

/**
 * @param {Find} find
 * @param {string} field
 * @param {unknown} got
 * @param {unknown} wanted
 */
export function expect(find, field, got, wanted) {
  if (!same(got, wanted)) find(field, `is ${brief(got)}, not ${brief(wanted)}`);
}

/** @param {unknown} value */
const brief = (value) => {
  const text = JSON.stringify(value) ?? "absent";
  return text.length > 120 ? `${text.slice(0, 120)}…` : text;
};
