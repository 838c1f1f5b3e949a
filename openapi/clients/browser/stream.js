// The event stream of a table over fetch: with a token, resumed after every interruption, closed while the tab is hidden.
// @ts-check
import { Problem, pause, problemOf } from "./problem.js";

/**
 * @typedef {{
 *   seat?: number | null, after?: number,
 *   onSnapshot?: (snapshot: any) => void, onEvent?: (event: any) => void, onState?: (state: any) => void,
 *   onPresence?: (presence: any) => void, onStatus?: (status: Status) => void, onProblem?: (problem: Problem) => void,
 * }} Listener
 * @typedef {"connecting" | "live" | "offline" | "hidden" | "ended"} Status
 * @typedef {{ name: string, id: string, data: string }} Frame
 */

const LONGEST = 600; // seconds that a stream may last
const SILENCE = 45_000; // milliseconds; the server sends a comment every 15 seconds
const SHORTEST_WAIT = 250;
const LONGEST_WAIT = 5000;
const NO_TOKEN = { status: 401, code: "token_unknown", title: "Unknown token", detail: "", retryAfter: 0 };

/** Split the text of a stream into frames. Call it with each chunk. @param {(frame: Frame) => void} onFrame */
export function parser(onFrame) {
  let rest = "";
  return (/** @type {string} */ chunk) => {
    const blocks = (rest + chunk).replaceAll("\r\n", "\n").split("\n\n");
    rest = blocks.pop() ?? "";
    for (const block of blocks) {
      const frame = { name: "message", id: "", data: "" };
      for (const line of block.split("\n")) {
        if (line.startsWith("data:")) frame.data += (frame.data ? "\n" : "") + line.slice(5).trimStart();
        else if (line.startsWith("event:")) frame.name = line.slice(6).trim();
        else if (line.startsWith("id:")) frame.id = line.slice(3).trim();
      }
      if (frame.data) onFrame(frame);
    }
  };
}

/**
 * Follow a table until it is finished or `close()` is called. Every event comes exactly once and in order, whatever
 * happens to the connection; a state comes after the events that led to it.
 * @param {import("./ludotheque.js").Client} client @param {string} table @param {Listener} listener
 */
export function follow(client, table, listener) {
  return new Following(client, table, listener);
}

class Following {
  /** @param {import("./ludotheque.js").Client} client @param {string} table @param {Listener} listener */
  constructor(client, table, listener) {
    this.client = client;
    this.table = table;
    this.listener = listener;
    /** The last version that was delivered. */
    this.version = listener.after ?? 0;
    this.stateVersion = -1;
    this.ended = false;
    /** @type {AbortController | null} */
    this.open = null;
    this.wake = () => {};
    this.changed = () => this.tabChanged();
    globalThis.document?.addEventListener("visibilitychange", this.changed);
    globalThis.addEventListener?.("online", this.changed);
    void this.run();
  }

  close() {
    this.ended = true;
    this.open?.abort();
    this.wake();
    globalThis.document?.removeEventListener("visibilitychange", this.changed);
    globalThis.removeEventListener?.("online", this.changed);
  }

  get hidden() {
    return globalThis.document?.visibilityState === "hidden";
  }

  tabChanged() {
    if (this.hidden) this.open?.abort();
    this.wake();
  }

  async run() {
    let wait = SHORTEST_WAIT;
    while (!this.ended) {
      if (this.hidden) {
        this.say("hidden");
        await this.woken();
        continue;
      }
      this.say("connecting");
      const [delivered, began] = [this.version, Date.now()];
      const result = await this.once().catch((failure) => this.failed(failure));
      if (this.ended || result === "finished") break;
      const useful = this.version > delivered || Date.now() - began > 2 * LONGEST_WAIT;
      if (useful) wait = SHORTEST_WAIT;
      if ((useful && result === "again") || this.hidden) continue;
      if (result !== "again") this.say("offline");
      await Promise.race([pause(Math.max(wait * (0.75 + Math.random() / 2), 1000 * (Number(result) || 0))), this.woken()]);
      wait = Math.min(2 * wait, LONGEST_WAIT);
    }
    this.say("ended");
    this.close();
  }

  /** Open one connection and deliver its frames. @returns {Promise<string | number>} */
  async once() {
    const open = (this.open = new AbortController());
    const query = { state: true, lang: this.client.lang, seat: this.listener.seat, max_seconds: LONGEST, after: this.version };
    const path = `/v1/tables/${this.table}/events/stream`;
    const address = this.client.address(path, query);
    const asked = { ...this.client.headers(undefined, { accept: "text/event-stream" }), ...this.client.invitation(path) };
    const headers = { ...asked, "Last-Event-ID": String(this.version) };
    let silence = setTimeout(() => open.abort(), SILENCE);
    try {
      const response = await fetch(address, { headers, signal: open.signal, cache: "no-store" });
      if (response.status === 204) return "finished";
      if (!response.ok || !response.body) throw await problemOf(response);
      this.client.readClock(response);
      this.say("live");
      let result = "";
      const feed = parser((frame) => (result = this.deliver(frame) || result));
      const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
      for (let next = await reader.read(); !next.done; next = await reader.read()) {
        clearTimeout(silence);
        silence = setTimeout(() => open.abort(), SILENCE);
        feed(next.value);
        if (result) break;
      }
      return result || 0;
    } finally {
      clearTimeout(silence);
      open.abort();
    }
  }

  /** Deliver a frame; a result ends the connection. @param {Frame} frame @returns {string} */
  deliver(frame) {
    const content = JSON.parse(frame.data);
    if (frame.name === "message") return this.deliverEvent(content);
    if (frame.name === "snapshot") this.listener.onSnapshot?.(content);
    if (frame.name === "presence") this.listener.onPresence?.(content);
    if (frame.name === "state" && content.version >= this.stateVersion) {
      this.stateVersion = content.version;
      this.listener.onState?.(content);
    }
    if (frame.name !== "bye") return "";
    if (content.reason === "token_unknown") throw new Problem({ ...NO_TOKEN });
    return content.reason === "finished" ? "finished" : "again";
  }

  /** @param {{ version: number }} event */
  deliverEvent(event) {
    if (event.version <= this.version) return ""; // a repetition
    if (event.version > this.version + 1) return "again"; // a gap: ask again after the last one
    this.version = event.version;
    this.listener.onEvent?.(event);
    return "";
  }

  /** @param {unknown} failure */
  failed(failure) {
    if (failure instanceof Problem && !failure.temporary) {
      this.ended = true;
      this.listener.onProblem?.(failure);
    }
    return failure instanceof Problem ? failure.retryAfter : 0;
  }

  woken() {
    return new Promise((/** @type {(value?: unknown) => void} */ done) => (this.wake = done));
  }

  /** @param {Status} status */
  say(status) {
    this.listener.onStatus?.(status);
  }
}
