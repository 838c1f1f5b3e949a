// Sealed luck for a client: commits to a share before the start, and reveals it after checks.
import { createHash, randomBytes } from "node:crypto";
import type { Client } from "openapi-fetch";
import type { components, paths } from "./ludotheque.js";

type History = components["schemas"]["HistorySeen"];
type Receipt = Pick<components["schemas"]["CommandAnswer"], "version" | "head">;
type Opened = components["schemas"]["TableOpenedData"];
type Started = components["schemas"]["TableStartedData"];

/** The server does not keep to what it has said: do not reveal, keep the history. */
export class Cheated extends Error {}

/** The share of one player at one table. */
export class SealedLuck {
  readonly #share = randomBytes(32);
  readonly #receipts = new Map<number, string>();

  constructor(
    private readonly api: Client<paths>,
    private readonly table: string,
    private readonly player: string,
  ) {}

  get commitment(): string {
    return hash(tag("share"), this.table, this.player, this.#share).toString("hex");
  }

  /** Remembers the head in an answer: later histories must have it at this version. */
  keep<T extends Receipt>(answer: T): T {
    this.#receipts.set(answer.version, answer.head);
    return answer;
  }

  /** Commits to the share, once this player is seated. */
  async seal(): Promise<void> {
    const params = { path: { table: this.table } };
    const body = { commitment: this.commitment };
    this.keep(got(await this.api.POST("/v1/tables/{table}/luck", { params, body })));
  }

  /** Reveals the share, after the start and only if the history is sound so far. */
  async reveal(): Promise<void> {
    const params = { path: { table: this.table } };
    this.check(got(await this.api.GET("/v1/tables/{table}/history", { params })) as History);
    const body = { share: this.#share.toString("hex") };
    this.keep(got(await this.api.POST("/v1/tables/{table}/luck/reveal", { params, body })));
  }

  /** Checks chain, receipts, event 1 and `table.started`, in which everything is fixed. */
  check(history: History): void {
    let head = hash(tag("chain"), this.table);
    let commit: Buffer[] = []; // the leaf of its command, then those of its events
    const heads = new Map<number, string>();
    const events = new Map<string, { version: number; data: object }>();
    for (const [index, line] of history.events.entries()) {
      const version = index + 1;
      require(!line.command === commit.length > 0, "not a whole commit", version);
      if (line.command) commit.push(bytes(line.command));
      commit.push(bytes(line.leaf));
      if (line.head) {
        head = hash(Uint8Array.of(0x20), head, u32(commit.length - 1), ...commit);
        heads.set(version, head.toString("hex"));
        commit = [];
      }
      if (!("event" in line)) continue;
      const leaf = hash(Uint8Array.of(0x10), bytes(line.salt), canonical(line.event));
      require(leaf.toString("hex") === line.leaf, "not the event on the chain", version);
      events.set(line.event.type, line.event);
    }
    require(commit.length === 0, "not a whole commit", history.events.length);
    for (const [version, receipt] of this.#receipts)
      require(heads.get(version) === receipt, "rewritten or cut off", version);
    this.#checkStart(events, history.header.commitment);
  }

  #checkStart(events: Map<string, { version: number; data: object }>, seed: string): void {
    const [first, start] = [events.get("table.opened"), events.get("table.started")];
    if (!first || !start) throw new Cheated("the table was not opened and started");
    const [opened, fixed] = [first.data as Opened, start.data as Started];
    require(first.version === 1 && opened.table === this.table, "another table", 1);
    require(opened.commitment === seed, "another seed", 1);
    const own = (fixed.luck ?? [])[fixed.players.indexOf(this.player)];
    require(own === this.commitment, "your commitment is not in it", start.version);
    const same = (name: "game" | "options") => canonical(fixed[name]) === canonical(opened[name]);
    require(same("game") && same("options"), "not what was opened", start.version);
  }
}

function require(holds: boolean, why: string, version: number): void {
  if (!holds) throw new Cheated(`version ${version}: ${why}`);
}

function got<T>({ data, error }: { data?: T; error?: unknown }): T {
  if (data === undefined) throw new Error(JSON.stringify(error));
  return data;
}

function tag(name: string): string {
  return `ludotheque/${name}/1\0`;
}

function bytes(hex: string): Buffer {
  return Buffer.from(hex, "hex");
}

function u32(count: number): Buffer {
  const four = Buffer.alloc(4);
  four.writeUInt32BE(count);
  return four;
}

function hash(...parts: (Uint8Array | string)[]): Buffer {
  return parts.reduce((sum, part) => sum.update(part), createHash("sha256")).digest();
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const sorted = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${sorted.map(([key, held]) => `${JSON.stringify(key)}:${canonical(held)}`).join(",")}}`;
}
