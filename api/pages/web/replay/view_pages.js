// The past of a finished table in windows of 256 versions: views of seats and events, loaded when they are needed.
// @ts-check
import { lang } from "../lib/i18n.js";
import { client } from "../lib/session.js";

export const SIZE = 256; // views that the API returns at once
const MOST_KEPT = 40; // windows in memory

/** @typedef {import("#api").SchemaViewAt} Position */

export class ViewPages {
  /** @param {import("#api").SchemaTableSeen} table */
  constructor(table) {
    this.id = table.id;
    this.last = table.version;
    // The host reads a private table like an invited spectator. Who has a seat but no code gets its view where spectators' is asked for.
    if (table.you?.code) client.invitations.set(this.id, table.you.code);
    this.anonymous = (!table.private && table.watch !== "invited") || client.invitations.has(this.id);
    /** @type {Map<string, Promise<any>>} */ this.loading = new Map();
    /** @type {Map<string, any[]>} */ this.loaded = new Map();
  }

  /** Read a part of the table, as spectators do if they may. @param {string} part @param {object} query @param {string} [accept] @returns {Promise<any>} */
  read(part, query, accept) {
    return client.get(`/v1/tables/${this.id}/${part}`, { query, accept, anonymous: this.anonymous });
  }

  /** @param {number} version */
  static index(version) {
    return Math.floor((version - 1) / SIZE);
  }

  /** Positions of a seat (null: what everybody saw) around a version. @param {number | null} seat @param {number} version */
  views(seat, version) {
    const index = ViewPages.index(version);
    return this.window(`views ${seat} ${index}`, async () => {
      const query = { from: index * SIZE + 1, to: Math.min((index + 1) * SIZE, this.last), seat, every: "event" };
      const lines = await this.read("views", query, "application/x-ndjson");
      return lines.filter((line) => "version" in line);
    });
  }

  /** @param {number} version */
  events(version) {
    const index = ViewPages.index(version);
    return this.window(`events ${lang()} ${index}`, async () => {
      const query = { after: index * SIZE, limit: SIZE, lang: lang() };
      return (await this.read("events", query)).events;
    });
  }

  /** @param {string} name @param {() => Promise<any[]>} load @returns {Promise<any[]>} */
  window(name, load) {
    const known = this.loading.get(name);
    if (known) return known;
    const loading = load();
    this.loading.set(name, loading);
    loading.then(
      (content) => this.keep(name, content),
      () => this.loading.delete(name),
    );
    return loading;
  }

  /** @param {string} name @param {any[]} content */
  keep(name, content) {
    this.loaded.set(name, content);
    const oldest = this.loaded.size > MOST_KEPT ? this.loaded.keys().next().value : undefined;
    if (oldest === undefined) return;
    this.loaded.delete(oldest);
    this.loading.delete(oldest);
  }

  /** The position of a seat at a version if its window is there. @param {number | null} seat @param {number} version @returns {Position | null} */
  position(seat, version) {
    const index = ViewPages.index(version);
    return this.loaded.get(`views ${seat} ${index}`)?.[version - index * SIZE - 1] ?? null;
  }

  /** @param {number} version */
  event(version) {
    const index = ViewPages.index(version);
    return this.loaded.get(`events ${lang()} ${index}`)?.[version - index * SIZE - 1] ?? null;
  }

  /** Load all that is shown at a version. @param {(number | null)[]} seats @param {number} version */
  async need(seats, version) {
    await Promise.all([this.events(version), ...seats.map((seat) => this.views(seat, version))]);
  }

  /**
   * Find the next version in a direction at which another decision is open; the end if there is none.
   * @param {number} from @param {1 | -1} direction
   */
  async decision(from, direction) {
    const open = (await this.views(null, from)) && this.position(null, from)?.decision?.number;
    for (let version = from + direction; version >= 1 && version <= this.last; version += direction) {
      if (!this.position(null, version)) await this.views(null, version);
      const number = this.position(null, version)?.decision?.number;
      if (number !== undefined && number !== open) return version;
    }
    return direction > 0 ? this.last : 1;
  }
}
