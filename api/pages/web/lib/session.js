// The player of this browser: the client with its token, made when first needed, saved and restored by its owner.
// @ts-check
import { Client, Problem } from "../client/ludotheque.js";
import { SERVER, keep, lang, onLang, read, stored, t } from "./i18n.js";

const KEPT = "ludotheque.player";
const INVITED = "ludotheque.invitation"; // the code of an invitation to register
const LASTS = 90 * 24 * 3600; // seconds that the token of a guest is valid, from the last renewal
const RENEWED = 30 * 24 * 3600; // seconds after which it is renewed
const GRACE = 600; // seconds in which other tabs may still use the old token
/** @typedef {{ id: string, name: string, token: string, expires?: string | null }} Player */

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
export const client = new Client({ base: SERVER, token: player?.token ?? null, lang: lang() });
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

/** Keep the code of an invitation until a player is created with it. @param {string} code */
export const keepInvitation = (code) => keep(INVITED, code || null);

/** @returns {{ invitation?: string }} */
function invited() {
  const invitation = read(INVITED);
  return invitation ? { invitation } : {};
}

/** Return the player, and create a guest if there is none. @param {string} [name] */
export async function ensurePlayer(name) {
  if (player === null) {
    const number = 1000 + (crypto.getRandomValues(new Uint16Array(1))[0] % 9000);
    const made = await client.register(name ?? t("guest", { number }), { scopes: ["play"], expires_in: LASTS, ...invited() });
    use({ id: made.id, name: made.name, token: made.token, expires: made.expires });
  }
  return /** @type {{ id: string, name: string }} */ (me());
}

/** Replace the token of a guest by one that is valid for longer, if it is time for that. */
export async function renewToken() {
  const before = player;
  if (!before?.expires || Date.parse(before.expires) - Date.now() > 1000 * (LASTS - RENEWED)) return;
  try {
    const made = await client.post("/v1/players/me/tokens/rotate", { confirm: before.id, expires_in: LASTS, grace_seconds: GRACE });
    if (player === before) use({ ...before, token: made.token, expires: made.expires });
  } catch (failure) {
    tokenIsUnknown(failure); // any other failure: the next visit tries again
  }
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

/** Replace the token by a new one; the old one is no longer valid. */
export async function replaceToken() {
  const before = /** @type {Player} */ (player);
  const lasts = { confirm: before.id, ...(before.expires && { expires_in: LASTS }) };
  const made = await client.post("/v1/players/me/tokens/rotate", lasts);
  use({ ...before, token: made.token, expires: made.expires });
}

/** Take over an account by a recovery code. @param {string} code @param {boolean} alone whether all earlier tokens are revoked */
export async function recover(code, alone) {
  const asked = { code: code.trim(), revoke_tokens: alone, expires_in: LASTS };
  const made = await client.post("/v1/recoveries", asked, { anonymous: true });
  use({ id: made.id, name: made.name, token: made.token, expires: made.expires });
}

/** @param {string} name */
export async function rename(name) {
  const named = await client.patch("/v1/players/me", { name: name.trim() });
  if (player) use({ ...player, name: named.name });
}

/** Copy the token; it is never shown. */
export const copyToken = () => navigator.clipboard.writeText(player?.token ?? "");

/** Let the browser save the token as a file. */
export const saveToken = () => player && saveText(player.token);

/** Let the browser save a secret of the player as a file. @param {string} text @param {string} [kind] part of the file's name */
export function saveText(text, kind = "") {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text + "\n"], { type: "text/plain" }));
  link.download = `ludotheque-${kind}${(player?.name ?? "").replace(/\W+/g, "-")}.txt`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

// Another tab of this browser has replaced, taken over or forgotten the account.
addEventListener("storage", ({ key }) => {
  const found = key === stored(KEPT) ? kept() : player;
  if (found?.token !== player?.token || found?.name !== player?.name) use(found);
});
