// The games of the server, and the module that draws a game if there is one.
// @ts-check
import { client } from "./session.js";

/** @type {Promise<any[]> | null} */
let listing = null;
/** @type {Map<string, Promise<any>>} */
const modules = new Map();
/** @type {Map<string, Promise<any>>} */
const pictures = new Map();
/** @type {Map<string, Promise<any>>} */
const components = new Map();
/** @type {Map<string, Promise<any>>} */
const sheets = new Map();

/** Games that have a module, as the server lists them. Any other game is shown by the generic table. */
const DRAWN = new Set(document.body.dataset.boards?.split(" ") ?? []);

/** @returns {Promise<any[]>} */
export function games() {
  listing ??= client.get("/v1/games", { anonymous: true }).then((answer) => answer.games);
  listing.catch(() => (listing = null));
  return listing;
}

/** @param {string} key */
export const game = async (key) => (await games()).find((each) => each.key === key) ?? null;

/** @param {string} key @returns {Promise<any>} */
export function componentsOf(key) {
  const path = `/v1/games/${key}/components`;
  const found = components.get(key) ?? client.get(path, { anonymous: true });
  components.set(key, found);
  found.catch(() => components.delete(key));
  return found;
}

/** Return the module of a game, or null for the generic table. @param {string} key @returns {Promise<any>} */
export function drawing(key) {
  if (!DRAWN.has(key)) return Promise.resolve(null);
  const found = modules.get(key) ?? import(`./games/${key}.js`).then(withStyles, () => null);
  modules.set(key, found);
  return found;
}

/** Return the function that draws the picture of a game, or null; the board is not loaded for it. @param {string} key @returns {Promise<any>} */
export function picture(key) {
  if (!DRAWN.has(key)) return Promise.resolve(null);
  const found = pictures.get(key) ?? Promise.all([import(`./games/${key}/picture.js`), sheet(`${key}.css`)]).then(([module]) => module.picture, () => null);
  pictures.set(key, found);
  return found;
}

/** Load the style sheets that a module names before it draws. @param {any} module */
async function withStyles(module) {
  await Promise.all((module.styles ?? []).map(sheet));
  return module;
}

/** Load a style sheet of the boards; several games may name the same one. @param {string} path */
function sheet(path) {
  const { href } = new URL(`./games/${path}`, import.meta.url);
  const found = sheets.get(href) ?? new Promise((loaded) => {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = href;
    link.onload = link.onerror = loaded;
    document.head.append(link);
  });
  sheets.set(href, found);
  return found;
}
