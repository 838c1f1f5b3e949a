// The player of this browser: the client with its token, made when first needed, saved and restored by its owner.
// @ts-check
import { Client, Problem } from "./client/ludotheque.js";
import { keep, lang, onLang, read, t } from "./i18n.js";

const KEPT = "ludotheque.player";
/** @typedef {{ id: string, name: string, token: string }} Player */

/** @returns {Player | null} */
function kept() {
  try {
    const found = JSON.parse(read(KEPT) ?? "null");
    return found && typeof found.token === "string" ? found : null;
  } catch {
    return null;
  }
}

/** @type {Player | null} */
let player = kept();
/** @type {Set<() => void>} */
const listeners = new Set();
export const client = new Client({ token: player?.token ?? null, lang: lang() });
onLang(() => (client.lang = lang()));

export const me = () => (player ? { id: player.id, name: player.name } : null);

/** @param {() => void} listener */
export function onPlayer(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** @param {Player | null} found */
function use(found) {
  player = found;
  client.token = found?.token ?? null;
  keep(KEPT, found && JSON.stringify(found));
  for (const listener of listeners) listener();
}

/** Return the player, and create a guest if there is none. @param {string} [name] */
export async function ensurePlayer(name) {
  if (player === null) {
    const number = 1000 + (crypto.getRandomValues(new Uint16Array(1))[0] % 9000);
    const made = await client.register(name ?? t("guest", { number }));
    use({ id: made.id, name: made.name, token: made.token });
  }
  return /** @type {{ id: string, name: string }} */ (me());
}

/** Take over an account by its token; false if no player has it. @param {string} token */
export async function restore(token) {
  const before = client.token;
  client.token = token.trim();
  try {
    const profile = await client.get("/v1/players/me");
    use({ id: profile.id, name: profile.name ?? "", token: token.trim() });
    return true;
  } catch (failure) {
    client.token = before;
    if (failure instanceof Problem && failure.status === 401) return false;
    throw failure;
  }
}

export const forget = () => use(null);

/** Forget a token that the server does not know, for example after its data was deleted. @param {unknown} failure */
export function tokenIsUnknown(failure) {
  const unknown = failure instanceof Problem && failure.status === 401;
  if (unknown) forget();
  return unknown;
}

/** Copy the token; it is never shown. */
export const copyToken = () => navigator.clipboard.writeText(player?.token ?? "");

/** Let the browser save the token as a file. */
export function saveToken() {
  if (!player) return;
  const blob = new Blob([player.token + "\n"], { type: "text/plain" });
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = `ludotheque-${player.name.replace(/\W+/g, "-")}.txt`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
