// The shapes of parts that several events, commands or lines of a bundle have in common.

import {
  HASH,
  ID,
  NULL,
  SEAT,
  TEXT,
  TIME,
  VERSION,
  either,
  fields,
  list,
  oneOf,
  optional,
  orNull,
  whole,
} from "./kinds.js";

export const CLOCK = either(
  NULL,
  oneOf("rules"),
  whole(1),
  fields({ kind: oneOf("correspondence"), days: whole(1) }),
  fields({ kind: oneOf("fischer"), bank_seconds: whole(1), increment_seconds: whole(1) }),
  fields({ kind: oneOf("bank"), bank_seconds: whole(1) }),
);
export const SEAT_CLOCK = fields({
  seat: SEAT,
  since: TIME,
  deadline: TIME,
  bank_ms: whole(0),
  given_back_ms: whole(0),
});
export const BOT = oneOf("random", "greedy");
export const OUTCOME = fields({
  places: list(whole(1, 8), 8),
  scores: list(whole(-Number.MAX_SAFE_INTEGER), 8),
});
export const FOLLOWS = optional(orNull(fields({ table: ID, head: HASH })), null);
export const CARRIED = optional(list(fields({ player: ID, rewards: list(TEXT) })), []);
export const LOG = optional(orNull(fields({ checkpoints: TEXT, receipts: TEXT })), null);
export const WATCH = oneOf("everyone", "invited", "nobody");
export const RULES = fields({ distribution: TEXT, hash: HASH, version: TEXT });
export const RULES_OR_NULL = optional(orNull(RULES), null);
const PLACES = list(fields({ player: ID, piece: orNull(TEXT), bot: orNull(BOT) }), 8);
export const REMATCH = optional(orNull(fields({ table: ID, head: HASH, places: PLACES })), null);
export const FORK_OF = fields({ table: ID, version: VERSION, head: HASH, seed: HASH });
export const FORK_BOTS = optional(list(fields({ seat: SEAT, player: ID, bot: BOT })), []);
export const DRAW = fields({ label: TEXT, of: whole(1), got: either(list(whole(0)), whole(0)) });
/** @type {[string, ...string[]]} */
export const REASONS = ["finished", "abandoned", "withheld", "broken", "resigned", "agreed", "cancelled", "terminated"];
export const STATUS = oneOf("open", "running", ...REASONS);
