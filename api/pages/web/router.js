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

/** Change the address without a new entry in the history. @param {string} path */
export function settle(path) {
  history.replaceState(null, "", `#/${path}`);
}

/** @param {() => void} listener */
export function onPlace(listener) {
  addEventListener("hashchange", listener);
  return () => removeEventListener("hashchange", listener);
}
