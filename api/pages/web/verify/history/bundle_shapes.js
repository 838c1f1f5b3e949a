// Every part of a bundle has the fields of the format, and no others.

import { commandFault } from "./command_shapes.js";
import {
  ANCESTOR,
  COMMAND,
  HEADER,
  OPEN_EVENT,
  SEALED_EVENT,
  eventFault,
} from "./shapes.js";

/** @typedef {import("./bundle.js").Bundle} Bundle */
/** @typedef {import("./kinds.js").Fault} Fault */
/** @typedef {import("../report.js").Report} Report */
/** @typedef {(fault: Fault | null, line: number, version?: number | null) => boolean} Holds */

const MOST_ANCESTORS = 20;

/**
 * Check every field of every part; the header first, because events depend on its game.
 *
 * @param {Bundle} bundle
 * @param {Report} report
 * @returns {boolean}
 */
export function shapesHold(bundle, report) {
  /** @type {Holds} */
  const holds = (fault, line, version = null) => {
    if (fault !== null) report.find({ line, version, field: fault.field }, fault.why);
    return fault === null;
  };
  if (!holds(HEADER(bundle.header, "header"), 1)) return false;
  ancestorsHold(bundle, holds);
  eventsHold(bundle, holds);
  commandsHold(bundle, holds);
  return report.sound;
}

/** @param {Bundle} bundle @param {Holds} holds */
function ancestorsHold(bundle, holds) {
  const { ancestors, header } = bundle;
  if (ancestors.length > MOST_ANCESTORS) {
    holds({ field: "ancestors", why: "are more than 20" }, bundle.lineOfAncestor(0));
  }
  for (const [place, ancestor] of ancestors.entries()) {
    const line = bundle.lineOfAncestor(place);
    if (!holds(ANCESTOR(ancestor, "ancestor"), line)) continue;
    for (const record of ancestor.commands) {
      holds(commandFault(record, header.game), line, record.first);
    }
  }
}

/** @param {Bundle} bundle @param {Holds} holds */
function eventsHold(bundle, holds) {
  if (bundle.events.length === 0) holds({ field: "events", why: "are none" }, 1);
  for (const [place, row] of bundle.events.entries()) {
    const version = place + 1;
    const line = bundle.lineOfEvent(version);
    const kind = "event" in row ? OPEN_EVENT : SEALED_EVENT;
    if (!holds(kind(row, ""), line, version)) continue;
    const { event } = row;
    const numbered = (event?.version ?? row.version) === version;
    if (!numbered) holds({ field: "version", why: "is not the next number" }, line, version);
    if (event !== undefined) holds(eventFault(event, bundle.header.game), line, version);
  }
}

/** @param {Bundle} bundle @param {Holds} holds */
function commandsHold(bundle, holds) {
  let next = 1; // the version at which a command begins that has no `first`
  for (const [place, row] of bundle.commands.entries()) {
    const line = bundle.lineOfCommand(place);
    const fault = COMMAND(row, "");
    const { first, last } = row.command ?? {};
    const version = Number.isSafeInteger(first) ? first : next;
    if (holds(fault, line, version))
      holds(commandFault(row.command, bundle.header.game), line, version);
    next = Number.isSafeInteger(last) ? last + 1 : next;
  }
}
