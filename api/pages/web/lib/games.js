// The games of the server, and the module that draws a game if there is one.
// @ts-check
import { ROOT } from "../root.js";
import { client } from "./session.js";

/** What was loaded, by its name; what failed is loaded again. @type {Map<string, Promise<any>>} */
const known = new Map();
let failures = 0;

/** Games that have a module, as the server lists them. Any other game is shown by the generic table. */
const DRAWN = new Set(document.body.dataset.boards?.split(" ") ?? []);

/** Whether a game has a board of its own. @param {string} key */
export const isDrawn = (key) => DRAWN.has(key);

/** @param {string} name @param {() => Promise<any>} load @returns {Promise<any>} */
export function once(name, load) {
  const found = known.get(name) ?? load();
  known.set(name, found);
  found.catch(() => known.delete(name));
  return found;
}

/** @returns {Promise<any[]>} */
export const games = () => once("games", () => client.get("/v1/games", { anonymous: true }).then((answer) => answer.games));

/** @param {string} key */
export const game = async (key) => (await games()).find((each) => each.key === key) ?? null;

/** @param {string} key @returns {Promise<any>} */
export const componentsOf = (key) => once(`components ${key}`, () => client.get(`/v1/games/${key}/components`, { anonymous: true }));

/** Load a module of the page. Some browsers remember a failure by its address, so the next attempt has another one. @param {string} path */
function imported(path) {
  const { href } = new URL(path, ROOT);
  const found = import(failures ? `${href}?again=${failures}` : href);
  found.catch(() => (failures += 1));
  return found;
}

/** Return the module of a game, or null for the generic table: if there is none, or if it cannot be loaded now. @param {string} key @returns {Promise<any>} */
export async function drawing(key, load = imported) {
  if (!isDrawn(key)) return null;
  return once(`board ${key}`, () => load(`games/${key}.js`).then(withStyles)).catch(() => null);
}

/** Return the function that draws the picture of a game, or null; the board is not loaded for it. @param {string} key @returns {Promise<any>} */
export async function picture(key, load = imported) {
  if (!isDrawn(key)) return null;
  return once(`picture ${key}`, () => Promise.all([load(`games/${key}/picture.js`), sheet(`${key}.css`)]).then(([module]) => module.picture)).catch(() => null);
}

/** Load the style sheets that a module names before it draws. @param {any} module */
async function withStyles(module) {
  await Promise.all((module.styles ?? []).map(sheet));
  return module;
}

/** Load a style sheet of the boards; several games may name the same one. @param {string} path */
export function sheet(path) {
  const { href } = new URL(`games/${path}`, ROOT);
  return once(href, () => new Promise((loaded, failed) => {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = href;
    link.onload = loaded;
    link.onerror = () => {
      link.remove();
      failed(new Error(href));
    };
    document.head.append(link);
  }));
}
