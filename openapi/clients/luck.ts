// Sealed luck for a client: commits to a share before the start, and reveals it after checks.
import { createHash, randomBytes } from "node:crypto";
import type { Client } from "openapi-fetch";
import type { components, paths } from "./ludotheque.js";

type History = components["schemas"]["History"];
type Api = Client<paths>;

const hash = (...parts: (Uint8Array | string)[]) =>
  parts.reduce((sum, part) => sum.update(part), createHash("sha256")).digest();
const tag = (name: string) => `ludotheque/${name}/1\0`;
const bytes = (hex: string) => Buffer.from(hex, "hex");

/** Checks the chain so far, and that `table.started` fixes this commitment for this player. */
function check(table: string, id: string, commitment: string, history: History): void {
  let head: Uint8Array = hash(tag("chain"), table);
  let fixed: { players: string[]; luck: (string | null)[] } | undefined;
  for (const line of history.events) {
    if (line.command) head = hash(Uint8Array.of(0x13), head, bytes(line.command));
    head = hash(Uint8Array.of(0x11), head, bytes(line.leaf));
    if (Buffer.from(head).toString("hex") !== line.head) throw new Error("the chain is broken");
    const event = "event" in line ? line.event : undefined;
    if (event?.type === "table.started") fixed = event.data as typeof fixed;
  }
  const seat = fixed?.players.indexOf(id) ?? -1;
  if (fixed?.luck[seat] !== commitment) throw new Error("my commitment is not in table.started");
}

/** Commits a seated player to a share of the luck; returns how to reveal it after the start. */
export async function seal(api: Api, id: string, table: string): Promise<() => Promise<void>> {
  const share = randomBytes(32);
  const commitment = hash(tag("share"), table, id, share).toString("hex");
  const params = { path: { table } };
  const sealed = await api.POST("/v1/tables/{table}/luck", { params, body: { commitment } });
  if (!sealed.data) throw new Error(JSON.stringify(sealed.error));
  return async () => {
    const { data } = await api.GET("/v1/tables/{table}/history", { params });
    if (!data) throw new Error("no history");
    check(table, id, commitment, data);
    const body = { share: share.toString("hex") };
    const revealed = await api.POST("/v1/tables/{table}/luck/reveal", { params, body });
    if (!revealed.data) throw new Error(JSON.stringify(revealed.error));
  };
}
