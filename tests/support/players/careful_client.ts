// Lets SealedLuck reveal while the answers of a server are changed on their way: each is found.
import createClient, { type Client } from "openapi-fetch";
import type { components, paths } from "./ludotheque.js";
import { Cheated, SealedLuck } from "./luck.js";

type History = components["schemas"]["HistorySeen"];
type Lie = (history: History) => void;

const HASH = "c".repeat(64);

/** Changes the data of the event of this type. */
function change(history: History, type: string, data: object): void {
  for (const line of history.events) {
    if ("event" in line && line.event.type === type) Object.assign(line.event.data, data);
  }
}

const lies: Record<string, Lie> = {
  "leaf of event 1": (h) => void (h.events[0]!.leaf = HASH),
  "command on the chain": (h) => void (h.events[1]!.command = HASH),
  "my commitment": (h) => change(h, "table.started", { luck: [null, null, null] }),
  "seed in event 1": (h) => change(h, "table.opened", { commitment: HASH }),
  "seed in the header": (h) => void (h.header.commitment = HASH),
  "options at the start": (h) => change(h, "table.started", { options: { point_set: "minimal" } }),
  "end cut off": (h) => void (h.events = h.events.slice(0, 2)),
};

let lie: Lie | undefined;

/** Changes the histories in answers, as the current lie says. */
const crooked = {
  async onResponse({ response }: { response: Response }): Promise<Response | undefined> {
    if (!lie || !response.url.endsWith("/history")) return undefined;
    const history = (await response.json()) as History;
    lie(history);
    return new Response(JSON.stringify(history), { headers: response.headers });
  },
};

async function player(baseUrl: string): Promise<{ id: string; api: Client<paths> }> {
  const { data } = await createClient<paths>({ baseUrl }).POST("/v1/players", { body: { name: "Careful" } });
  const headers = { Authorization: `Bearer ${data!.token}` };
  return { id: data!.id, api: createClient<paths>({ baseUrl, headers }) };
}

const { id, api } = await player(process.argv[2]!);
const opening = { game: "gumball_rally", seats: 3, sit: true, clock: null } as const;
const opened = await api.POST("/v1/tables", { body: opening });
const table = opened.data!.id;
const params = { path: { table } };
for (const bot of ["random", "random"] as const) {
  await api.POST("/v1/tables/{table}/seats", { params, body: { bot } });
}
const luck = new SealedLuck(api, table, id);
await luck.seal();
luck.keep((await api.POST("/v1/tables/{table}/start", { params })).data!);
api.use(crooked);
for (const [name, each] of Object.entries(lies)) {
  lie = each;
  const found = await luck.reveal().then(() => false, (error: unknown) => error instanceof Cheated);
  console.log(`${found ? "found" : "MISSED"}: ${name}`);
}
lie = undefined;
await luck.reveal();
const { data } = await api.GET("/v1/tables/{table}", { params });
console.log(`dealt: ${data!.decision!.kind !== "reveal"}`);
