// Plays any table of any game to its end by sending random listed actions; knows no game.
//
// node random_player.js --game gumball_rally --seats 5        (see openapi/clients/README.md)
import { parseArgs } from "node:util";
import createClient, { type Client } from "openapi-fetch";
import type { components, paths } from "./ludotheque.js";
import { SealedLuck } from "./luck.js";

type Open = components["schemas"]["OpenTableBody"];
type Api = Client<paths>;

interface Player {
  id: string;
  api: Api;
}

/** What an operation brought, or its problem as an error. */
async function got<T>(asked: Promise<{ data?: T; error?: unknown }>): Promise<T> {
  const { data, error } = await asked;
  if (data === undefined) throw new Error(JSON.stringify(error));
  return data;
}

async function join(baseUrl: string, name: string): Promise<Player> {
  const anyone = createClient<paths>({ baseUrl });
  const made = await got(anyone.POST("/v1/players", { body: { name } }));
  const headers = { Authorization: `Bearer ${made.token}` };
  return { id: made.id, api: createClient<paths>({ baseUrl, headers }) };
}

/** A started table and its players, the host first. */
async function open(baseUrl: string, game: string, seats: number, options: object) {
  const names = Array.from({ length: seats }, (_, n) => `Random ${n}`);
  const players = await Promise.all(names.map((name) => join(baseUrl, name)));
  const [host, ...others] = players as [Player, ...Player[]];
  const body = { game, seats, options, sit: true, clock: null } as Open;
  const table = (await got(host.api.POST("/v1/tables", { body }))).id;
  const path = { table };
  for (const { api } of others) {
    await got(api.POST("/v1/tables/{table}/seats", { params: { path }, body: {} }));
  }
  const shares = players.map(({ id, api }) => new SealedLuck(api, table, id));
  for (const share of shares) await share.seal();
  await got(host.api.POST("/v1/tables/{table}/start", { params: { path } }));
  for (const share of shares) await share.reveal();
  return { table, host, players };
}

async function act(api: Api, table: string, seat: number): Promise<void> {
  const params = { path: { table }, query: { seat } };
  const { actions } = await got(api.GET("/v1/tables/{table}/actions", { params }));
  const action = actions[Math.floor(Math.random() * actions.length)];
  if (action === undefined) return;
  await got(api.POST("/v1/tables/{table}/commands", { params, body: action.command }));
}

/** Random actions for whoever is asked until the table is closed; the final table. */
async function play(table: string, host: Player, players: Player[]) {
  const owners = new Map(players.map((player) => [player.id, player]));
  for (;;) {
    const params = { path: { table } };
    const seen = await got(host.api.GET("/v1/tables/{table}", { params }));
    if (seen.status !== "running") return seen;
    for (const seat of seen.decision?.seats ?? []) {
      const owner = owners.get(seen.seats[seat]?.player ?? "");
      if (owner) await act(owner.api, table, seat);
    }
  }
}

const { values: wanted } = parseArgs({
  options: {
    base: { type: "string", default: "http://127.0.0.1:8000" },
    game: { type: "string", default: "gumball_rally" },
    seats: { type: "string", default: "5" },
    options: { type: "string", default: "{}" },
  },
});
const { base, game, seats, options } = wanted;
const { table, host, players } = await open(base, game, Number(seats), JSON.parse(options));
const seen = await play(table, host, players);
console.log(`${game}: ${seen.status} after ${seen.version} events`, seen.outcome);
