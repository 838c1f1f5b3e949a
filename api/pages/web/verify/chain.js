// The chain of hashes over events and commands, of the table itself and of every ancestor.

import { hex, unhex } from "./hashes.js";
import { commandLeaf, eventLeaf, firstHead, nextHead, salts } from "./seals.js";

/** @typedef {import("./bundle.js").Bundle} Bundle */
/** @typedef {import("./report.js").Report} Report */
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
  for (const [place, row] of events.entries()) {
    const version = place + 1;
    const at = { line: bundle.lineOfEvent(version), version };
    if (row.event === undefined) {
      if (header.seed !== null)
        report.find({ ...at, field: "event" }, "is sealed though the table is closed");
    } else {
      const given = unhex(row.salt ?? "");
      if (salt !== null && hex(salt.event(version)) !== row.salt)
        report.find({ ...at, field: "salt" }, "does not follow from the seed");
      if (hex(eventLeaf(given, row.event)) !== row.leaf)
        report.find({ ...at, field: "leaf" }, "is not the hash of the event");
    }
    if (version === 1 && row.command === undefined)
      report.find({ ...at, field: "command" }, "is missing at the first event");
    head = nextHead(head, unhex(row.leaf), row.command === undefined ? null : unhex(row.command));
    if (hex(head) !== row.head) {
      report.find({ ...at, field: "head" }, "does not continue the chain");
      head = unhex(row.head); // so that one broken link is one finding
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
    const leaves = new Map(commands.map((record) => [record.first, record]));
    const salt = salts(seed);
    let head = firstHead(table);
    for (let now = 1; now <= version; now++) {
      const record = leaves.get(now);
      const command = record === undefined ? null : commandLeaf(salt.command(now), record);
      const event = bundle.events[now - 1]?.event ?? null; // a sealed event has no hash here
      head = nextHead(head, eventLeaf(salt.event(now), event), command);
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
