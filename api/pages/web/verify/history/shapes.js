// The fields of every part of a bundle, and of every `table.*` event.

import {
  FLAG,
  HASH,
  ID,
  NAME,
  NULL,
  OBJECT,
  SEAT,
  SIGNATURE,
  TEXT,
  TIME,
  TYPE,
  VERSION,
  either,
  fields,
  list,
  oneOf,
  optional,
  orNull,
  whole,
} from "./kinds.js";

/** @typedef {import("./kinds.js").Kind} Kind */
/** @typedef {Record<string, any>} Fields whose shape was checked */
/** @typedef {{at: string, data: Fields, rule: string | null, seat: number | null, type: string, version: number}} Event */
/** @typedef {{at: string, by: string, command: Fields & {type: string}, first: number, last: number, seat: number | null, seen?: number, signature?: string}} Rec */
/** @typedef {{event?: Event, version?: number, head?: string, leaf: string, salt?: string, command?: string}} EventLine */
/** @typedef {{command: Rec, salt: string}} CommandLine */
/** @typedef {{commands: Rec[], head: string, seed: string, table: string, version: number}} Ancestor */
/** @typedef {{table: string, version: number, head: string, seed: string}} ForkOf */
/** @typedef {{format: string, table: string, game: string, rules?: Fields, sandbox?: Fields, rules_version: string, components: string, options: Fields, players: string[], commitment: string, fork: ForkOf | null, status: string, version: number, head: string, seed: string | null, outcome: Fields | null}} Header */

export const CLOCK = either(
  NULL,
  oneOf("rules"),
  whole(1),
  fields({ kind: oneOf("correspondence"), days: whole(1) }),
  fields({ kind: oneOf("fischer"), bank_seconds: whole(1), increment_seconds: whole(1) }),
  fields({ kind: oneOf("bank"), bank_seconds: whole(1) }),
);
const SEAT_CLOCK = fields({
  seat: SEAT,
  since: TIME,
  deadline: TIME,
  bank_ms: whole(0),
  given_back_ms: whole(0),
});
export const BOT = oneOf("random", "greedy");
const OUTCOME = fields({
  places: list(whole(1, 8), 8),
  scores: list(whole(-Number.MAX_SAFE_INTEGER), 8),
});
export const FOLLOWS = optional(orNull(fields({ table: ID, head: HASH })), null);
export const CARRIED = optional(list(fields({ player: ID, rewards: list(TEXT) })), []);
export const LOG = optional(orNull(fields({ checkpoints: TEXT, receipts: TEXT })), null);
export const WATCH = oneOf("everyone", "invited", "nobody");
const RULES = fields({ distribution: TEXT, hash: HASH, version: TEXT });
export const RULES_OR_NULL = optional(orNull(RULES), null);
const DEAL = fields({ draw: NAME, got: either(list(whole(0)), whole(0)) });
const SANDBOX = fields({ seed: HASH, deals: list(DEAL), clock: TIME });
export const SANDBOX_OR_NULL = optional(orNull(SANDBOX), null);
const PLACES = list(fields({ player: ID, piece: orNull(TEXT), bot: orNull(BOT) }), 8);
export const REMATCH = optional(orNull(fields({ table: ID, head: HASH, places: PLACES })), null);
const FORK_OF = fields({ table: ID, version: VERSION, head: HASH, seed: HASH });
export const FORK_BOTS = optional(list(fields({ seat: SEAT, player: ID, bot: BOT })), []);
const DRAW = fields({ label: TEXT, of: whole(1), got: either(list(whole(0)), whole(0)) });
const REASONS = ["finished", "abandoned", "withheld", "broken", "resigned", "agreed", "cancelled", "terminated"];
const STATUS = oneOf("open", "running", ...REASONS);

const COMMANDED = {
  at: TIME,
  by: either(oneOf("clock", "administrator"), ID),
  command: OBJECT,
  first: VERSION,
  last: VERSION,
  seat: orNull(SEAT),
};
const PLAIN = fields(COMMANDED);
const SIGNED = fields({ ...COMMANDED, seen: VERSION, signature: SIGNATURE });
/** @type {Kind} */
const RECORD = (value, field) =>
  (typeof value === "object" && value !== null && "signature" in value ? SIGNED : PLAIN)(value, field);
const EVENT = fields({
  at: TIME,
  data: OBJECT,
  rule: orNull(TEXT),
  seat: orNull(SEAT),
  type: TYPE,
  version: VERSION,
});
const EARLIER = "for ludotheque/history/2, use `ludotheque verify`, or verify.mjs of release 0.3.0";
const ENDS_OF_COMMIT = { command: optional(HASH, undefined), head: optional(HASH, undefined) };

/** @type {Kind} */
const FORMAT = (value, field) =>
  oneOf("ludotheque/history/3")(value, field) && { field, why: `is not the format that this verifier judges, ludotheque/history/3; ${EARLIER}` };

export const HEADER = fields(
  {
    format: FORMAT,
    table: ID,
    game: NAME,
    rules_version: TEXT,
    components: HASH,
    options: OBJECT,
    players: list(ID, 8),
    commitment: HASH,
    fork: orNull(FORK_OF),
    status: STATUS,
    version: VERSION,
    head: HASH,
    seed: orNull(HASH),
    outcome: orNull(OUTCOME),
  },
  { rules: optional(RULES, undefined), sandbox: optional(SANDBOX, undefined) },
);
export const ANCESTOR = fields({
  commands: list(RECORD),
  head: HASH,
  seed: HASH,
  table: ID,
  version: VERSION,
});
export const OPEN_EVENT = fields({ leaf: HASH, event: EVENT, salt: HASH }, ENDS_OF_COMMIT);
export const SEALED_EVENT = fields({ leaf: HASH, version: VERSION }, ENDS_OF_COMMIT);
export const COMMAND = fields({ command: RECORD, salt: HASH });

/** @type {Record<string, Kind>} the `data` of each event of the table */
const EVENTS = {
  "table.opened": fields(
    {
      table: ID,
      game: NAME,
      rules_version: TEXT,
      components: HASH,
      options: OBJECT,
      seats: whole(1, 8),
      clock: CLOCK,
      host: ID,
      private: FLAG,
      commitment: HASH,
      expires: TIME,
      sealed_luck: FLAG,
    },
    {
      follows: FOLLOWS,
      carried: CARRIED,
      log: LOG,
      rules: RULES_OR_NULL,
      watch: optional(WATCH, "everyone"),
      sandbox: SANDBOX_OR_NULL,
      rematch: REMATCH,
    },
  ),
  "table.seat_taken": fields(
    { seat: SEAT, player: ID, piece: orNull(TEXT), luck: orNull(HASH) },
    { bot: optional(orNull(BOT), null), key: optional(HASH, null) },
  ),
  "table.luck_sealed": fields({ seat: SEAT, commitment: HASH }),
  "table.seat_left": fields({ seat: SEAT }),
  "table.started": fields(
    {
      game: NAME,
      rules_version: TEXT,
      options: OBJECT,
      players: list(ID, 8),
      rewards: list(list(TEXT), 8),
      luck: list(orNull(HASH), 8),
    },
    { keys: optional(list(orNull(HASH), 8), []) },
  ),
  "table.luck_revealed": fields({ seat: SEAT, share: HASH }),
  "table.luck_drawn": fields({ draws: list(DRAW) }),
  "table.decision_opened": fields(
    {
      number: whole(0),
      key: TEXT,
      kind: NAME,
      seats: list(SEAT, 8),
      deadline: orNull(TIME),
    },
    { window_ms: optional(orNull(whole(1)), null), clocks: optional(list(SEAT_CLOCK, 8), []) },
  ),
  "table.clock_stopped": fields({ seat: SEAT, spent_ms: whole(0), bank_ms: whole(0) }),
  "table.time_given_back": fields({
    away_until: TIME,
    banks_ms: list(whole(0), 8),
    clocks: list(SEAT_CLOCK, 8),
  }),
  "table.deadline_moved": fields({ deadline: TIME, away_until: TIME }),
  "table.clock_advanced": fields({ seconds: whole(0) }),
  "table.timed_out": fields({ seat: SEAT, running: whole(1) }),
  "table.autopilot_engaged": fields({ seat: SEAT, reason: oneOf("time_outs", "left", "bank_empty") }),
  "table.default_played": fields({ seat: SEAT }),
  "table.seat_returned": fields({ seat: SEAT }),
  "table.seat_resigned": fields({ seat: SEAT }),
  "table.end_proposed": fields({ seat: SEAT, lapses: whole(1) }),
  "table.end_agreed": fields({ seat: SEAT }),
  "table.end_withdrawn": fields({ seat: SEAT }),
  "table.end_lapsed": fields({}),
  "table.forked": fields({ table: ID, of: FORK_OF, player: ID, commitment: HASH }, { bots: FORK_BOTS }),
  "table.closed": fields(
    {
      reason: oneOf(...REASONS),
      outcome: orNull(OUTCOME),
      seed: HASH,
    },
    { withheld: optional(list(SEAT, 8), []), notice: optional(TEXT, "") },
  ),
};

/**
 * Return what is wrong with the fields of an event; the events of a game may have any data.
 *
 * @param {Event} event
 * @param {string} game
 */
export function eventFault(event, game) {
  const { type, data, rule } = event;
  if (type.startsWith(`${game}.`)) return null;
  const known = Object.hasOwn(EVENTS, type) ? EVENTS[type] : undefined;
  if (known === undefined) return { field: "event.type", why: `is no event of a table: ${type}` };
  if (rule !== null) return { field: "event.rule", why: "is not null" };
  return known(data, "event.data");
}
