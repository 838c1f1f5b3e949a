// The language of the page: chosen by the reader, else that of the browser.
// @ts-check
import { ROOT } from "../root.js";
import { TEXTS } from "./texts.js";

const HOST = new URL("../..", ROOT);
const PATH = HOST.pathname.slice(0, -1);
/** The address of the server, without a slash at the end; it may have a path. */
export const SERVER = HOST.origin + PATH;
const KEPT = "ludotheque.lang";
/** @type {Set<() => void>} */
const listeners = new Set();
let current = kept() ?? (navigator.language.startsWith("fr") ? "fr" : "en");

function kept() {
  const found = read(KEPT);
  return found === "fr" || found === "en" ? found : null;
}

/** The name of a value in the browser's store, which servers at other paths of the same host share. @param {string} name */
export function stored(name) {
  return name + PATH;
}

/** Read from the browser's store; a private window may refuse. @param {string} name */
export function read(name) {
  try {
    return localStorage.getItem(stored(name));
  } catch {
    return null;
  }
}

/** @param {string} name @param {string | null} value */
export function keep(name, value) {
  try {
    if (value === null) localStorage.removeItem(stored(name));
    else localStorage.setItem(stored(name), value);
  } catch {
    // the value lives as long as the page
  }
}

export const lang = () => /** @type {"fr" | "en"} */ (current);

/** @param {string} chosen */
export function setLang(chosen) {
  current = chosen;
  keep(KEPT, chosen);
  document.documentElement.lang = chosen;
  for (const listener of listeners) listener();
}

/** @param {() => void} listener */
export function onLang(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Keep French punctuation on the line of its word. @param {string} text */
export const typeset = (text) => (current === "fr" ? text.replace(/ (?=[:;!?»])|(?<=«) /g, "\u00a0") : text);

/** Return a text of the page in the chosen language. @param {string} name @param {Record<string, unknown>} [values] */
export function t(name, values = {}) {
  const text = typeset((TEXTS[name] ?? [name, name])[current === "fr" ? 1 : 0]);
  return text.replace(/\{(\w+)\}/g, (_, key) => String(values[key] ?? ""));
}

/** Return a text of the API that has both languages. @param {any} text @returns {string} */
export function words(text) {
  if (text === null || text === undefined) return "";
  return typeof text === "object" ? String(text[current] ?? text.en ?? text.fr ?? "") : String(text);
}

/** @param {string[]} names */
export const listed = (names) => new Intl.ListFormat(current, { type: "conjunction" }).format(names);

/** @param {string} moment */
export function when(moment) {
  const format = new Intl.DateTimeFormat(current, { dateStyle: "medium", timeStyle: "short" });
  return format.format(new Date(moment));
}

document.documentElement.lang = current;
