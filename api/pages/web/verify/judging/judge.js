// Judges a whole history from event 1: the parts played at ancestors, the forks, and the table itself.

import { same } from "../history/canonical.js";
import { JUDGE, judgeMove } from "./commands.js";
import { Commit, Lost } from "./commit.js";
import { expect } from "./expect.js";
import { follow } from "./follow.js";
import { hex } from "../history/hashes.js";
import { seedCommitment } from "../history/seals.js";
import { Table } from "./table.js";
import { after } from "./times.js";

/** @typedef {import("../history/bundle.js").Bundle} Bundle */
/** @typedef {import("../report.js").Report} Report */
/** @typedef {import("../history/shapes.js").Event} Event */
/** @typedef {import("../history/shapes.js").Rec} Rec */
/** @typedef {import("./expect.js").Find} Find */
/** @typedef {{table: string, seed: string | null, commands: Rec[], line: (place: number) => number, until: number}} Part of a history, played under one id and seed */
/** @typedef {{table: Table, complete: boolean}} Judged */

/**
 * Judge every commit whose command is known; return the table as its events leave it.
 *
 * @param {Bundle} bundle
 * @param {Report} report
 * @param {(done: number) => void} step
 * @returns {Judged}
 */
export function judge(bundle, report, step) {
  const table = new Table();
  try {
    for (const [place, part] of partsOf(bundle).entries()) {
      const before = place === 0 ? null : (bundle.ancestors[place - 1] ?? null);
      if (known(bundle, part)) judgePart(bundle, table, part, before, report, step);
      else followPart(bundle, table, part, before, report);
    }
  } catch (error) {
    if (!(error instanceof Lost)) throw error;
    report.didNot("what follows the last finding: the events cannot be followed from there");
    return { table, complete: false };
  }
  return { table, complete: true };
}

/** @param {Bundle} bundle @returns {Part[]} */
function partsOf(bundle) {
  const { header, ancestors, events, commands } = bundle;
  const past = ancestors.map(({ table, seed, commands: records, version: until }, place) => ({
    table,
    seed,
    until,
    commands: records,
    line: () => bundle.lineOfAncestor(place),
  }));
  const own = commands.map((row) => row.command);
  const line = (/** @type {number} */ place) => bundle.lineOfCommand(place);
  return [
    ...past,
    { table: header.table, seed: header.seed, until: events.length, commands: own, line },
  ];
}

/** Whether all commands and events of a part are there. @param {Bundle} bundle @param {Part} part */
function known(bundle, part) {
  return (
    part.seed !== null && bundle.events.slice(0, part.until).every((row) => row.event !== undefined)
  );
}

/** @param {Bundle} bundle @param {Report} report @returns {(event: Event) => Find} */
const finder = (bundle, report) => (event) => (field, message) =>
  report.find({ line: bundle.lineOfEvent(event.version), version: event.version, field }, message);

/**
 * @param {Bundle} bundle
 * @param {Table} table
 * @param {Part} part
 * @param {import("../history/shapes.js").Ancestor | null} before
 * @param {Report} report
 * @param {(done: number) => void} step
 */
function judgePart(bundle, table, part, before, report, step) {
  const findAt = finder(bundle, report);
  const events = bundle.events.map((row) => /** @type {Event} */ (row.event));
  const origin = { table: part.table, seed: part.seed ?? "" };
  for (const [place, record] of part.commands.entries()) {
    const { first, last } = record;
    /** @type {Find} */
    const findHere = (field, message) =>
      report.find({ line: part.line(place), version: first, field }, message);
    const isFork = record.command.type === "table.fork";
    const begins = place === 0 && before !== null;
    if (isFork !== begins) {
      findHere(
        "command.command.type",
        begins ? "is not table.fork, with which a fork begins" : "cannot be here",
      );
      throw new Lost();
    }
    const own = events.slice(isFork ? last - 1 : first - 1, last);
    checkSandboxTime(table, record, findHere);
    const commit = new Commit(table, origin, record, own, findAt, findHere);
    if (isFork && before !== null) judgeFork(commit, before);
    else judgeCommit(commit, bundle.header.game);
    step(last);
  }
}

/**
 * Check that only the host makes time pass in a sandbox.
 *
 * @param {Table} table
 * @param {import("../history/shapes.js").Rec} record
 * @param {Find} find
 */
function checkSandboxTime(table, record, find) {
  if (table.opened["sandbox"] === undefined) return;
  const { type, seconds } = /** @type {Record<string, any>} */ (record.command);
  const passed = type === "table.advance_clock" ? 1000 * seconds : 0;
  expect(find, "command.at", record.at, after(table.at, passed));
}

/** @param {Commit} commit @param {string} game */
function judgeCommit(commit, game) {
  const { record, command, table } = commit;
  if (command.type.startsWith(`${game}.`)) judgeMove(commit);
  else {
    const seated = command.type === "table.reveal_luck";
    if (!seated && record.seat !== null) commit.findHere("command.seat", "is not null");
    if ((table.phase === "new") !== (command.type === "table.open"))
      commit.lost("is not where a table is opened");
    JUDGE[command.type]?.(commit);
  }
  commit.end();
}

/** @param {Commit} commit @param {import("../history/shapes.js").Ancestor} before */
function judgeFork(commit, before) {
  const { command, record, origin, findHere } = commit;
  const { version, head, seed } = before;
  expect(findHere, "command.seat", record.seat, null);
  expect(findHere, "command.first", record.first, 1);
  expect(findHere, "command.last", record.last, version + 1);
  expect(findHere, "command.command.table", command["table"], before.table);
  expect(findHere, "command.command.version", command["version"], version);
  const commitment = hex(seedCommitment(origin.table, origin.seed));
  const of = { table: before.table, version, head, seed };
  const bots = command["bots"] ?? [];
  const taken = bots.map((/** @type {{ seat: number }} */ each) => each.seat);
  const fitting = [...new Set(taken)].filter((seat) => seat < commit.table.seats.length).sort();
  if (!same(taken, fitting) || taken.length >= commit.table.seats.length)
    findHere("command.command.bots", "do not fit the seats");
  commit.take("table.forked", { table: origin.table, of, player: record.by, commitment, bots: command["bots"] });
  commit.end();
}

/**
 * Follow the visible events of a part whose commands or events are not all known.
 *
 * @param {Bundle} bundle
 * @param {Table} table
 * @param {Part} part
 * @param {import("../history/shapes.js").Ancestor | null} before
 * @param {Report} report
 */
function followPart(bundle, table, part, before, report) {
  const findAt = finder(bundle, report);
  const from = before === null ? 0 : before.version;
  for (const { event } of bundle.events.slice(from, part.until)) {
    if (event !== undefined) follow(table, event, findAt(event));
  }
  for (const [place, record] of part.commands.entries()) {
    /** @type {Find} */
    const findHere = (field, message) =>
      report.find({ line: part.line(place), version: record.first, field }, message);
    const first = record.command.type === "table.fork" ? record.last : record.first;
    for (const { event } of bundle.events.slice(first - 1, record.last)) {
      if (event === undefined) continue;
      expect(findHere, "command.at", record.at, event.at);
      expect(findHere, "command.seat", record.seat, event.seat);
    }
  }
}

/**
 * Check that everything in the header follows from the events.
 *
 * @param {Bundle} bundle
 * @param {Table} table
 * @param {Report} report
 */
export function checkHeader({ header, ancestors }, table, report) {
  /** @type {Find} */
  const find = (field, message) => report.find({ line: 1, field }, message);
  if (table.is("new")) return find("events", "do not begin with table.opened");
  const { opened, forked, closed } = table;
  const wanted = {
    table: (forked ?? opened)["table"],
    game: opened["game"],
    rules: opened["rules"],
    sandbox: opened["sandbox"],
    rules_version: opened["rules_version"],
    components: opened["components"],
    options: opened["options"],
    players: table.players,
    commitment: (forked ?? opened)["commitment"],
    fork: forked === null ? null : forked["of"],
    status: table.status,
    seed: closed === null ? null : closed["seed"],
    outcome: closed === null ? null : closed["outcome"],
  };
  for (const [name, value] of Object.entries(wanted)) {
    expect(find, `header.${name}`, /** @type {Record<string, unknown>} */ (header)[name], value);
  }
  const last = ancestors.at(-1);
  const of =
    last === undefined
      ? null
      : { head: last.head, seed: last.seed, table: last.table, version: last.version };
  if (!same(header.fork, of)) find("header.fork", "is not the last ancestor");
}
