#!/usr/bin/env node
// Verifies history bundles: node openapi/clients/verify.mjs history.ndjson [--with other.ndjson …]
// Exit code 0 is PASS, 1 FAIL, 2 a file that cannot be read, 3 a sound table that is not closed.

import { readFile } from "node:fs/promises";

import { lines } from "../../api/pages/web/verify/report.js";
import { Damaged, unpacked } from "../../api/pages/web/verify/history/unpacked.js";
import { unreadable, verify } from "../../api/pages/web/verify/verify.js";

/** @typedef {import("../../api/pages/web/verify/report.js").Verdict} Verdict */

const USAGE = "usage: node verify.mjs [--json] history.ndjson … [--with other.ndjson …]";
const CODES = { PASS: 0, FAIL: 1, UNFINISHED: 3 };

/**
 * Verify one file; a file that does not exist is an error, a damaged one is a finding.
 *
 * @param {string} name
 * @param {Uint8Array[]} others
 * @returns {Promise<Verdict>}
 */
async function judged(name, others) {
  const bytes = await read(name);
  try {
    return verify(await unpacked(bytes), { others });
  } catch (error) {
    if (error instanceof Damaged) return unreadable(error.message);
    throw error;
  }
}

/**
 * @param {string} name
 * @returns {Promise<Uint8Array>}
 */
async function read(name) {
  return new Uint8Array(await readFile(name === "-" ? "/dev/stdin" : name));
}

/**
 * @param {string[]} words
 * @returns {Promise<number>}
 */
async function main(words) {
  const json = words.includes("--json");
  const names = words.filter((word) => word !== "--json");
  const split = names.indexOf("--with");
  const [wanted, beside] =
    split < 0 ? [names, []] : [names.slice(0, split), names.slice(split + 1)];
  if (wanted.length === 0 || [...wanted, ...beside].some((name) => name.startsWith("--"))) {
    console.error(USAGE);
    return 2;
  }
  const others = await Promise.all(beside.map(async (name) => unpacked(await read(name))));
  let code = 0;
  for (const name of wanted) {
    const verdict = await judged(name, others);
    console.log(json ? JSON.stringify({ name, ...verdict }) : lines(name, verdict).join("\n"));
    code = worst(code, CODES[verdict.result]);
  }
  return code;
}

/**
 * @param {number} one
 * @param {number} other
 */
function worst(one, other) {
  return [1, 3, 0].find((code) => code === one || code === other) ?? 0;
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
}
