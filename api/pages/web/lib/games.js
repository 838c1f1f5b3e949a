// The games of the server, and the module that draws a game if there is one.
// @ts-check
import { ROOT } from "../root.js";
import { client } from "./session.js";

/** What was loaded, by its name; what failed is loaded again. @type {Map<string, Promise<any>>} */
const known = new Map();
let failures = 0;

/** Games whose package ships a board, with the hash of its files, as the server lists them. Any other game is shown by the generic table. */
const DRAWN = new Map(document.body.dataset.boards?.split(" ").filter(Boolean).map((each) => /** @type {[string, string]} */ (each.split("/"))) ?? []);

/** A file that the package of a game ships. @param {string} key @param {string} name */
const file = (key, name) => `games/${key}/${DRAWN.get(key)}/${name}`;

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
  const loading = () => Promise.all([load(file(key, "board.js")), sheet("kit/kit.css"), sheet(file(key, "board.css"))]);
  return once(`board ${key}`, () => loading().then(([module]) => module)).catch(() => null);
}

/** Return the function that draws the picture of a game, or null; the board is not loaded for it. @param {string} key @returns {Promise<any>} */
export async function picture(key, load = imported) {
  if (!isDrawn(key)) return null;
  return once(`picture ${key}`, () => Promise.all([load(file(key, "picture.js")), sheet(file(key, "board.css"))]).then(([module]) => module.picture)).catch(() => null);
}

/** Load a style sheet once. @param {string} path */
export function sheet(path) {
  const { href } = new URL(path, ROOT);
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
