// The page in Node.js: a document without a window, the modules as the server serves them, and a server that a test plays.
import { register } from "node:module";
import { after } from "node:test";
import { parseHTML } from "../../../openapi/tools/node_modules/linkedom/esm/index.js";

const WEB = new URL("../../../api/pages/web/", import.meta.url);
const SHARED = new URL("../../../openapi/clients/browser/", import.meta.url); // served below `client/`
const GAMES = new URL("../../../domain/games/", import.meta.url);
const hooks = `const named = { "#kit": "${WEB}kit/kit.js", "#preact": "${WEB}vendor/preact.js" };
export const resolve = (name, context, next) =>
  next(/^[.][.]?.client./.test(name) ? "${SHARED}" + name.split("client/")[1] : (named[name] ?? name), context);`;
register(`data:text/javascript,${encodeURIComponent(hooks)}`);

const { window, document } = parseHTML("<!doctype html><html><body></body></html>");
/** @type {Map<string, string>} */
const kept = new Map();
const localStorage = { getItem: (name) => kept.get(name) ?? null, setItem: (name, value) => kept.set(name, value), removeItem: (name) => kept.delete(name) };
/** Whether the reader wants no motion; tests change it. */
export const reader = { still: false };
const listeners = new EventTarget();
const given = {
  document,
  localStorage,
  location: { hash: "", origin: "http://server", reload: () => (location.reloaded = true) },
  history: { replaceState: (state, title, hash) => (location.hash = hash) },
  navigator: { language: "en-US" },
  matchMedia: (query) => ({ matches: query.includes("reduced-motion") && reader.still, addEventListener() {}, removeEventListener() {} }),
  addEventListener: listeners.addEventListener.bind(listeners),
  removeEventListener: listeners.removeEventListener.bind(listeners),
  ResizeObserver: class { observe() {} disconnect() {} },
  requestAnimationFrame: (then) => setTimeout(then),
  cancelAnimationFrame: clearTimeout,
};
for (const [name, value] of Object.entries(given)) Object.defineProperty(globalThis, name, { value, writable: true, configurable: true });
document.body.dataset.boards = "drawn/0123";

/** A module of the page. @param {string} name */
export const page = (name) => import(new URL(name, WEB).href);

/** A module that the package of a game ships. @param {string} key @param {string} name */
export const board = (key, name) => import(new URL(`${key}/web/${name}`, GAMES).href);

/** Every request since the last `serve`, with the answer's path. @type {{ method: string, path: string, query: URLSearchParams, headers: Record<string, string>, body: any }[]} */
export const requests = [];

/** Answer requests: a function of each request returns a body, or a number for a problem with this status. @param {(request: any) => any} answer */
export function serve(answer) {
  requests.length = 0;
  globalThis.fetch = async (address, { method = "GET", headers = {}, body } = {}) => {
    const { pathname, searchParams } = new URL(String(address).replace(/^.*?(?=\/v1|\/$)/, "http://server"));
    const request = { method, path: pathname, query: searchParams, headers, body: body && JSON.parse(body) };
    requests.push(request);
    const found = await answer(request);
    if (typeof found === "number") return Response.json({ title: "Refused", detail: `refused ${found}` }, { status: found });
    if (Array.isArray(found)) return new Response(found.map((line) => JSON.stringify(line)).join("\n"), { headers: { "Content-Type": "application/x-ndjson" } });
    return found instanceof Response ? found : Response.json(found ?? null);
  };
}

/** Let effects, promises and drawing happen. */
export async function settle() {
  for (let round = 0; round < 5; round += 1) await new Promise((done) => setTimeout(done));
}

/** Draw a component and return its element; it is removed after the tests. @param {any} component @param {object} props */
export async function draw(component, props) {
  const { html, render } = await page("vendor/preact.js");
  const root = document.body.appendChild(document.createElement("div"));
  render(html`<${component} ...${props} />`, root);
  after(() => render(null, root));
  await settle();
  return root;
}
