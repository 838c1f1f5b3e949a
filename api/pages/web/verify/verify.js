// Verifies a history bundle without the rules of the games. Written from openapi/history.md alone;
// it shares no code with the verifiers in Python. Runs in browsers, module workers and Node.js.

import { readBundle } from "./history/bundle.js";
import { checkAncestors, checkChain, checkCommands } from "./history/chain.js";
import { checkForks } from "./judging/forks.js";
import { checkHeader, judge } from "./judging/judge.js";
import { Report } from "./report.js";
import { checkRewards } from "./judging/rewards.js";

/** @typedef {import("./report.js").Verdict} Verdict */
/** @typedef {import("./history/bundle.js").Bundle} Bundle */
/** @typedef {string | Uint8Array} Source */
/** @typedef {{done: number, total: number}} Progress */
/** @typedef {{onProgress?: (progress: Progress) => void, others?: Source[]}} Options */

const MOVED = ["table.deadline_moved", "table.time_given_back"];
const STEP = 256; // events between two reports of progress

/**
 * Verify the text or the bytes of a history, NDJSON or JSON, not gzipped (see `unpacked`).
 *
 * `others` are histories of other tables, to check rewards across tables.
 *
 * @param {Source} source
 * @param {Options} [options]
 * @returns {Verdict}
 */
export function verify(source, { onProgress = () => {}, others = [] } = {}) {
  const report = new Report();
  const bundle = readBundle(source, report);
  if (bundle === null) {
    report.didNot("anything else: the history cannot be read");
    return verdict(null, false, report);
  }
  report.did("the form: canonical JSON, known fields, versions without gaps");
  const total = 2 * bundle.events.length;
  /** @type {(from: number) => (done: number) => void} */
  const step = (from) => (done) => {
    if (done % STEP === 0) onProgress({ done: from + done, total });
  };
  const whole = bundle.events.every((row) => row.event !== undefined);
  checkChain(bundle, report, step(0));
  checkCommands(bundle, report);
  checkForks(bundle, report);
  if (whole) checkAncestors(bundle, report);
  const { table, complete } = judge(bundle, report, step(bundle.events.length));
  if (complete) checkHeader(bundle, table, report);
  checkRewards(bundle, table, soundOnes(others, report), report);
  describe(bundle, whole, table, report);
  onProgress({ done: total, total });
  return verdict(bundle, table.closed !== null, report);
}

/**
 * Return the verdict of a history that cannot be unpacked.
 *
 * @param {string} why
 * @returns {Verdict}
 */
export function unreadable(why) {
  const report = new Report();
  report.find({ field: "bundle" }, `cannot be unpacked: ${why}`);
  report.didNot("anything else: the history cannot be read");
  return verdict(null, false, report);
}

/**
 * Verify the histories that are given beside another; return those that are sound.
 *
 * @param {Source[]} others
 * @param {Report} report
 * @returns {Bundle[]}
 */
function soundOnes(others, report) {
  return others.flatMap((source, place) => {
    const [found] = verify(source).findings;
    const other = found === undefined ? readBundle(source, new Report()) : null;
    if (found !== undefined) {
      const where = `line ${found.line}, version ${found.version}, ${found.field}`;
      report.find({ field: `with[${place}]` }, `fails itself: ${where}: ${found.message}`);
    }
    return other === null ? [] : [other];
  });
}

/**
 * Say what was checked and what was not.
 *
 * @param {Bundle} bundle
 * @param {boolean} whole
 * @param {import("./judging/table.js").Table} table
 * @param {Report} report
 */
function describe({ header, ancestors, events, commands }, whole, table, report) {
  const closed = header.seed !== null;
  report.did("the chain: every leaf and head, and the commands on it");
  report.did("the header, seats, players, decisions, clocks and times");
  if (closed) {
    report.did("the seed, every salt, every share, every draw and its label");
    report.did("every event of the table against its command");
  } else {
    report.didNot("the seed, the draws and the commands of others: the table is not closed");
  }
  if (ancestors.length > 0) {
    if (whole)
      report.did(`${ancestors.length} earlier tables that this fork descends from, from event 1`);
    else
      report.didNot(
        "the commands and hidden events of the tables that this fork descends from: sealed until it closes",
      );
  }
  report.didNot(
    `the rules of ${header.game}: whether its events, time limits, bots' choices and outcome follow from them`,
  );
  const signed = commands.filter((row) => "signature" in row.command).length;
  if (signed > 0) report.didNot(`${signed} signatures: this verifier does not check them`);
  const moved = events.filter((row) => MOVED.includes(row.event?.type ?? "")).length;
  if (moved > 0) report.didNot(`${moved} moved deadlines: outages are the operator's word`);
  if (header.sandbox !== undefined) {
    report.didNot("luck and times: this is a SANDBOX, whose host fixes the luck and moves the clock");
  } else if (
    table.started !== null &&
    !table.started["luck"].some((/** @type {unknown} */ luck) => luck !== null)
  ) {
    report.didNot("whether the operator chose the seed: no seat gave sealed luck");
  }
  if (table.closed !== null && table.closed["outcome"] === null)
    report.didNot(`an outcome: the table is ${table.status}`);
  if (table.status === "broken")
    report.didNot("what the server has lost of the table: the public log has a later head");
  report.didNot(
    "whether the times are right, and whether others were shown the same history: compare heads, or ask the public log",
  );
}

/**
 * @param {Bundle | null} bundle
 * @param {boolean} closed
 * @param {Report} report
 * @returns {Verdict}
 */
function verdict(bundle, closed, report) {
  const { findings, more, checked, unchecked } = report;
  const result = !report.sound ? "FAIL" : closed ? "PASS" : "UNFINISHED";
  return {
    result,
    table: bundle?.header.table ?? null,
    status: bundle?.header.status ?? null,
    sandbox: bundle?.header.sandbox !== undefined,
    events: bundle?.events.length ?? 0,
    commands: bundle?.commands.length ?? 0,
    findings: [...findings].sort((one, other) => (one.line ?? 0) - (other.line ?? 0)),
    more,
    checked: report.sound ? checked : [],
    unchecked,
  };
}
