// A client of the Ludothèque API for browsers and Node.js: requests, problems, commands with keys. No dependencies.
// @ts-check
import { Problem, Unreachable, pause, problemOf } from "./problem.js";
import { follow } from "./stream.js";

export { Problem, Unreachable };

/**
 * @typedef {{ query?: Record<string, string | number | boolean | null | undefined>, key?: string, tag?: string | null,
 *   anonymous?: boolean, accept?: string, prefer?: string, signal?: AbortSignal }} Options
 */

/** A key for `Idempotency-Key`: 128 random bits, also on plain HTTP where `randomUUID` is missing. */
export function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export class Client {
  /** @param {{ base?: string, token?: string | null, lang?: string }} [settings] */
  constructor({ base = "", token = null, lang = "en" } = {}) {
    this.base = base;
    this.token = token;
    this.lang = lang;
    /** The codes of invitations to tables, by the id of the table. @type {Map<string, string>} */
    this.invitations = new Map();
    /** How far the clock of the server is ahead of this one, in milliseconds. */
    this.ahead = 0;
  }

  /** @param {string} path @param {Options} [options] @returns {Promise<any>} */
  get(path, options) {
    return this.request("GET", path, undefined, options);
  }

  /** @param {string} path @param {unknown} [body] @param {Options} [options] @returns {Promise<any>} */
  post(path, body, options) {
    return this.request("POST", path, body, options);
  }

  /** @param {string} path @param {unknown} body @param {Options} [options] @returns {Promise<any>} */
  patch(path, body, options) {
    return this.request("PATCH", path, body, options);
  }

  /** @param {string} path @param {Options} [options] @returns {Promise<any>} */
  delete(path, options) {
    return this.request("DELETE", path, undefined, options);
  }

  /**
   * Create a player and use its token from now on. @param {string} name
   * @param {{ scopes?: ("play" | "read" | "webhooks")[], expires_in?: number }} [limits] of the token
   */
  async register(name, limits = {}) {
    const player = await this.post("/v1/players", { name, ...limits }, { anonymous: true });
    this.token = player.token;
    return player;
  }

  /**
   * Send a command. If the connection breaks, the same command is sent again with the same key until the server
   * answers, so it is played exactly once.
   * @param {string} table @param {object} command @param {{ seat?: number | null, patience?: number }} [options]
   */
  async send(table, command, { seat = null, patience = 30_000 } = {}) {
    const key = newKey();
    const until = Date.now() + patience;
    for (let wait = 200; ; wait = Math.min(2 * wait, 3000)) {
      try {
        const query = { seat, lang: this.lang };
        return await this.post(`/v1/tables/${table}/commands`, command, { query, key, prefer: "return=representation" });
      } catch (failure) {
        const again = failure instanceof Unreachable || (failure instanceof Problem && failure.temporary);
        if (!again || Date.now() + wait > until) throw failure;
        await pause(failure instanceof Problem ? Math.max(wait, 1000 * failure.retryAfter) : wait);
      }
    }
  }

  /** Follow a table; see `follow` in stream.js. @param {string} table @param {import("./stream.js").Listener} listener */
  follow(table, listener) {
    return follow(this, table, listener);
  }

  /** @param {string} method @param {string} path @param {unknown} body @param {Options} [options] */
  async request(method, path, body, options = {}) {
    const response = await this.fetch(method, path, body, options);
    const kind = response.headers.get("Content-Type") ?? "";
    if (kind.includes("x-ndjson")) return lines(await response.text());
    return response.status === 204 ? null : response.json();
  }

  /** Return a successful response, or throw a Problem or Unreachable. @param {string} method @param {string} path @param {unknown} body @param {Options} [options] */
  async fetch(method, path, body, options = {}) {
    /** @type {Response} */
    let response;
    try {
      response = await fetch(this.address(path, options.query), {
        method,
        headers: { ...this.headers(body, options), ...this.invitation(path) },
        body: body === undefined ? undefined : JSON.stringify(body),
        signal: options.signal,
        cache: method === "GET" ? "default" : "no-store",
      });
    } catch (failure) {
      if (options.signal?.aborted) throw failure;
      throw new Unreachable();
    }
    this.readClock(response);
    if (!response.ok) throw await problemOf(response);
    return response;
  }

  /** @param {string} path @param {Options["query"]} [query] */
  address(path, query = {}) {
    const given = Object.entries(query).filter(([, value]) => value !== null && value !== undefined);
    const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
    return this.base + path + (text ? `?${text}` : "");
  }

  /** @param {unknown} body @param {Options} options @returns {Record<string, string>} */
  headers(body, { key, tag, anonymous, accept, prefer }) {
    return {
      Accept: accept ?? "application/json",
      "Accept-Language": this.lang,
      ...(body === undefined ? {} : { "Content-Type": "application/json" }),
      ...(this.token && !anonymous ? { Authorization: `Bearer ${this.token}` } : {}),
      ...(key ? { "Idempotency-Key": key } : {}),
      ...(tag ? { "If-Match": `"${tag}"` } : {}),
      ...(prefer ? { Prefer: prefer } : {}),
    };
  }

  /** Return the header of an invitation to the table that a path names. @param {string} path @returns {Record<string, string>} */
  invitation(path) {
    const code = this.invitations.get(path.split("/")[3] ?? "");
    return code ? { Invitation: code } : {};
  }

  /** Note the time of the server; deadlines are on its clock. @param {Response} response */
  readClock(response) {
    const sent = Date.parse(response.headers.get("Date") ?? "");
    const ahead = sent + 500 - Date.now(); // the header has whole seconds
    if (!Number.isNaN(ahead)) this.ahead = Math.abs(ahead) > 2000 ? ahead : 0;
  }
}

/** @param {string} text */
function lines(text) {
  return text.split("\n").filter(Boolean).map((line) => JSON.parse(line));
}
