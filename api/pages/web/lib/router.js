// Addresses of the page are after `#`, so that one file serves them all.
// @ts-check

/** @typedef {{ screen: string, id: string, query: URLSearchParams }} Place */

/** @returns {Place} */
export function place() {
  const [path, query = ""] = location.hash.replace(/^#\/?/, "").split("?");
  const [screen = "", id = ""] = path.split("/");
  return { screen, id: decodeURIComponent(id), query: new URLSearchParams(query) };
}

/** @param {string} path */
export function go(path) {
  location.hash = `#/${path}`;
}

/**
 * Change the query of a screen without a new entry in the history, unless the screen was left: the news of that comes
 * later than the new address, which this would overwrite.
 * @param {string} screen @param {string} id @param {string} query
 */
export function settle(screen, id, query) {
  const here = place();
  if (here.screen === screen && here.id === id) history.replaceState(null, "", `#/${screen}/${id}?${query}`);
}

/** @param {() => void} listener */
export function onPlace(listener) {
  addEventListener("hashchange", listener);
  return () => removeEventListener("hashchange", listener);
}
