// What newcomers get from the server beside the API: guides, lessons, and what the shelf says about a game.
// @ts-check
import { once } from "../lib/games.js";
import { lang } from "../lib/i18n.js";
import { ROOT } from "../root.js";

/** @param {string} path @returns {Promise<Response>} */
async function file(path) {
  const answer = await fetch(new URL(`learn/${path}`, ROOT));
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer;
}

/**
 * The aim of a game, its minutes, how demanding it is, its lessons, and the rule behind each command; null if its package says nothing.
 * @param {string} key
 */
export async function about(key) {
  const all = await once("about", () => file("about.json").then((answer) => answer.json()));
  return all[key] ?? null;
}

/** A lesson: notes, and a frame for each move of a recorded game. @param {string} key @param {string} name @returns {Promise<any>} */
export const lessonOf = (key, name) => once(`lesson ${key} ${name}`, () => file(`${key}/${name}.json`).then((answer) => answer.json()));

/** The guide for players in the language of the page. @param {string} key @returns {Promise<string>} */
export const guideOf = (key) => once(`guide ${key} ${lang()}`, () => file(`${key}/${lang()}.md`).then((answer) => answer.text()));
