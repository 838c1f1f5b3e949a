// The fields of every `table.*` command.

import {
  FLAG,
  HASH,
  ID,
  NAME,
  OBJECT,
  PIECE,
  SEAT,
  TEXT,
  TYPE,
  VERSION,
  fields,
  list,
  oneOf,
  optional,
  orNull,
  whole,
} from "./kinds.js";
import {
  BOT,
  CARRIED,
  CLOCK,
  FOLLOWS,
  FORK_BOTS,
  LOG,
  REMATCH,
  RULES_OR_NULL,
  SANDBOX_OR_NULL,
  WATCH,
} from "./shapes.js";

/** @typedef {import("./kinds.js").Kind} Kind */
/** @typedef {import("./shapes.js").Rec} Rec */

const SIT = {
  piece: optional(PIECE, null),
  luck: optional(orNull(HASH), null),
  admitted: optional(FLAG, false),
  key: optional(HASH, null),
};
/** @type {(type: string, required?: Record<string, Kind>, extra?: Parameters<typeof fields>[1]) => Kind} */
const command = (type, required = {}, extra = {}) =>
  fields({ type: oneOf(type), ...required }, extra);

const ENDINGS = ["table.resign", "table.agree_to_end", "table.withdraw_end", "table.cancel"];
/** @type {Record<string, Kind>} */
const COMMANDS = {
  "table.open": command(
    "table.open",
    { game: NAME, commitment: HASH },
    {
      options: optional(OBJECT, null),
      seats: optional(whole(1, 8), null),
      clock: optional(CLOCK, "rules"),
      private: optional(FLAG, false),
      watch: optional(WATCH, null),
      sealed_luck: optional(FLAG, true),
      sit: optional(command("table.sit", {}, SIT), null),
      matched: optional(list(ID), []),
      follows: FOLLOWS,
      carried: CARRIED,
      log: LOG,
      rules: RULES_OR_NULL,
      sandbox: SANDBOX_OR_NULL,
      rematch: REMATCH,
    },
  ),
  "table.sit": command("table.sit", {}, SIT),
  "table.seat_bot": command("table.seat_bot", { bot: BOT, player: ID }, { piece: SIT.piece }),
  "table.seal_luck": command("table.seal_luck", { commitment: HASH }),
  "table.leave": command("table.leave", { seat: SEAT }),
  "table.start": command("table.start", {}, { spent: optional(list(ID), []) }),
  "table.reveal_luck": command("table.reveal_luck", { share: HASH }),
  "table.move_deadline": command("table.move_deadline", {
    outages: list(fields({ began: whole(0), ended: whole(0) })),
  }),
  "table.advance_clock": command("table.advance_clock", { seconds: whole(0) }),
  "table.break_off": command("table.break_off", { version: VERSION, head: HASH }),
  "table.call_time": command("table.call_time"),
  ...Object.fromEntries(ENDINGS.map((type) => [type, command(type)])),
  "table.terminate": command("table.terminate", { reason: TEXT }),
  "table.fork": command("table.fork", { table: ID, version: VERSION }, { bots: FORK_BOTS }),
};

/**
 * Return what is wrong with the fields of a command; those of a game may have any.
 *
 * @param {Rec} record
 * @param {string} game
 */
export function commandFault(record, game) {
  const { command: given, first, last, seen = 0 } = record;
  const wrong = TYPE(given["type"], "command.command.type");
  if (wrong !== null) return wrong;
  if (last < first) return { field: "command.last", why: "is before `first`" };
  if (seen >= first) return { field: "command.seen", why: "is not an earlier version" };
  if (given.type.startsWith(`${game}.`)) return null;
  const known = Object.hasOwn(COMMANDS, given.type) ? COMMANDS[given.type] : undefined;
  if (known === undefined) {
    return { field: "command.command.type", why: `is no command of a table: ${given.type}` };
  }
  return known(given, "command.command");
}
