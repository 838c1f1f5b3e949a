// The games of the server, and the module that draws a game if there is one.
// @ts-check
import { client } from "./session.js";

/** @type {Promise<any[]> | null} */
let listing = null;
/** @type {Map<string, Promise<any>>} */
const modules = new Map();
/** @type {Map<string, Promise<any>>} */
const components = new Map();

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
  const found = modules.get(key) ?? import(`./games/${key}.js`).then(withStyles.bind(null, key), () => null);
  modules.set(key, found);
  return found;
}

/** @param {string} key @param {any} module */
function withStyles(key, module) {
  if (module.styles) {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = new URL(`./games/${key}.css`, import.meta.url).href;
    document.head.append(link);
  }
  return module;
}
