// What newcomers get from the server beside the API: the guide to a game, and what the shelf says about it.
// @ts-check
import { once } from "./games.js";
import { lang } from "./i18n.js";

/** @param {string} path @returns {Promise<Response>} */
async function file(path) {
  const answer = await fetch(new URL(`./learn/${path}`, import.meta.url));
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer;
}

/**
 * The aim of a game, its minutes, how demanding it is, and the rule behind each command; null if its package says nothing.
 * @param {string} key
 */
export async function about(key) {
  const all = await once("about", () => file("about.json").then((answer) => answer.json()));
  return all[key] ?? null;
}

/** The guide for players in the language of the page. @param {string} key @returns {Promise<string>} */
export const guideOf = (key) => once(`guide ${key} ${lang()}`, () => file(`${key}/${lang()}.md`).then((answer) => answer.text()));
