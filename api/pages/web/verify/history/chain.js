// The chain of hashes over events and commands, of the table itself and of every ancestor.

import { hex, unhex } from "./hashes.js";
import { commandLeaf, eventLeaf, firstHead, nextHead, salts } from "./seals.js";

/** @typedef {import("./bundle.js").Bundle} Bundle */
/** @typedef {import("../report.js").Report} Report */
/** @typedef {import("./shapes.js").Rec} Rec */
/** @typedef {(done: number) => void} Step */

/**
 * Check salts, leaves and heads of every event against the table's id and, if known, its seed.
 *
 * @param {Bundle} bundle
 * @param {Report} report
 * @param {Step} step
 */
export function checkChain(bundle, report, step) {
  const { header, events } = bundle;
  const salt = header.seed === null ? null : salts(header.seed);
  let head = firstHead(header.table);
  let first = 1; // version of the first event of the commit
  for (const [place, row] of events.entries()) {
    const version = place + 1;
    const at = { line: bundle.lineOfEvent(version), version };
    if (row.command !== undefined) first = version;
    else if (version === 1)
      report.find({ ...at, field: "command" }, "is missing at the first event");
    checkSeal(row, salt?.event(version), at, report);
    const next = events[version];
    if (next === undefined || next.command !== undefined) {
      const rows = events.slice(first - 1, version);
      const command = unhex(rows[0]?.command ?? "");
      head = nextHead(head, command, rows.map((each) => unhex(each.leaf)));
      if (hex(head) !== row.head) {
        report.find({ ...at, field: "head" }, "does not continue the chain");
        if (row.head !== undefined) head = unhex(row.head); // one broken link is one finding
      }
    } else if (row.head !== undefined) {
      report.find({ ...at, field: "head" }, "is not at the end of a commit");
    }
    step(version);
  }
  if (header.version !== events.length)
    report.find({ line: 1, field: "header.version" }, `is not the last event, ${events.length}`);
  const last = events.at(-1)?.head ?? hex(head);
  if (header.head !== last)
    report.find({ line: 1, field: "header.head" }, "is not the head of the last event");
}

/**
 * Check the salt and the leaf of an event; its salt is known if the seed is.
 *
 * @param {import("./shapes.js").EventLine} row
 * @param {Uint8Array | undefined} salt
 * @param {{line: number, version: number}} at
 * @param {Report} report
 */
function checkSeal(row, salt, at, report) {
  if (row.event === undefined) {
    if (salt !== undefined)
      report.find({ ...at, field: "event" }, "is sealed though the table is closed");
    return;
  }
  if (salt !== undefined && hex(salt) !== row.salt)
    report.find({ ...at, field: "salt" }, "does not follow from the seed");
  if (hex(eventLeaf(unhex(row.salt ?? ""), row.event)) !== row.leaf)
    report.find({ ...at, field: "leaf" }, "is not the hash of the event");
}

/**
 * Check that the given commands are those on the chain, and where their commits begin and end.
 *
 * @param {Bundle} bundle
 * @param {Report} report
 */
export function checkCommands(bundle, report) {
  const { header, events, commands } = bundle;
  const salt = header.seed === null ? null : salts(header.seed);
  let next = 1;
  for (const [place, { command: record, salt: given }] of commands.entries()) {
    const { first, last } = record;
    const at = { line: bundle.lineOfCommand(place), version: first };
    if (header.seed !== null && first !== next)
      report.find(
        { ...at, field: "command.first" },
        `is not ${next}: the commands leave out or repeat events`,
      );
    if (first < next) report.find({ ...at, field: "command.first" }, "overlaps the command before");
    next = last + 1;
    if (last > events.length) {
      report.find({ ...at, field: "command.last" }, "is behind the last event");
      continue;
    }
    if (salt !== null && hex(salt.command(first)) !== given)
      report.find({ ...at, field: "salt" }, "does not follow from the seed");
    if (hex(commandLeaf(unhex(given), record)) !== events[first - 1]?.command)
      report.find({ ...at, field: "command" }, "is not the command on the chain");
    checkExtent(bundle, record, at, report);
  }
  if (header.seed !== null && next !== events.length + 1)
    report.find(
      { line: 1, version: next, field: "commands" },
      `do not cover the events from ${next}`,
    );
}

/**
 * Check that exactly the first event of a commit has a command, and so has the first after it.
 *
 * @param {Bundle} bundle
 * @param {Rec} record
 * @param {{line: number, version: number}} at
 * @param {Report} report
 */
function checkExtent(bundle, { first, last }, at, report) {
  for (let version = first + 1; version <= last; version++) {
    const inside = bundle.events[version - 1]?.command;
    if (inside !== undefined)
      report.find(
        { line: bundle.lineOfEvent(version), version, field: "command" },
        `lies inside the commit ${first} to ${last}`,
      );
  }
  const after = bundle.events[last];
  if (after !== undefined && after.command === undefined)
    report.find({ ...at, field: "command.last" }, "is not the end of a commit");
}

/**
 * Recompute the chain of every ancestor from its own id, seed and commands.
 *
 * @param {Bundle} bundle
 * @param {Report} report
 */
export function checkAncestors(bundle, report) {
  for (const [place, ancestor] of bundle.ancestors.entries()) {
    const line = bundle.lineOfAncestor(place);
    const { table, seed, version, commands } = ancestor;
    if (version > bundle.events.length) {
      report.find({ line, version, field: "ancestor.version" }, "is behind the last event");
      continue;
    }
    if (!covers(commands, version)) {
      report.find(
        { line, version, field: "ancestor.commands" },
        `do not cover the events 1 to ${version} in order`,
      );
      continue;
    }
    const salt = salts(seed);
    let head = firstHead(table);
    for (const record of commands) {
      const rows = bundle.events.slice(record.first - 1, record.last);
      const leaves = rows.map((row, place) => {
        const event = row.event ?? null; // a sealed event has no hash here
        return eventLeaf(salt.event(record.first + place), event);
      });
      head = nextHead(head, commandLeaf(salt.command(record.first), record), leaves);
    }
    if (hex(head) !== ancestor.head)
      report.find(
        { line, version, field: "ancestor.head" },
        "is not where its events and commands lead",
      );
  }
}

/**
 * @param {Rec[]} commands
 * @param {number} version
 */
function covers(commands, version) {
  let next = 1;
  for (const { first, last } of commands) {
    if (first !== next || last < first) return false;
    next = last + 1;
  }
  return next === version + 1;
}
