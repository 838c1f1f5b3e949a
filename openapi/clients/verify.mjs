#!/usr/bin/env node
// Verifies history bundles: node openapi/clients/verify.mjs history.ndjson [--with other.ndjson …]
// Exit code 0 is PASS, 1 FAIL, 2 a file that cannot be read, 3 a sound table that is not closed.

import { readFile } from "node:fs/promises";

import { lines } from "../../api/pages/web/verify/report.js";
import { unpacked } from "../../api/pages/web/verify/unpacked.js";
import { verify } from "../../api/pages/web/verify/verify.js";

/** @typedef {import("../../api/pages/web/verify/report.js").Verdict} Verdict */

const USAGE = "usage: node verify.mjs [--json] history.ndjson … [--with other.ndjson …]";
const CODES = { PASS: 0, FAIL: 1, UNFINISHED: 3 };

/**
 * @param {string} name
 * @returns {Promise<Uint8Array>}
 */
async function read(name) {
  const bytes = await readFile(name === "-" ? "/dev/stdin" : name);
  return unpacked(new Uint8Array(bytes));
}

/**
 * @param {string[]} words
 * @returns {Promise<number>}
 */
async function main(words) {
  const json = words.includes("--json");
  const names = words.filter((word) => word !== "--json");
  const split = names.indexOf("--with");
  const [wanted, others] = split < 0 ? [names, []] : [names.slice(0, split), names.slice(split + 1)];
  if (wanted.length === 0 || [...wanted, ...others].some((name) => name.startsWith("--"))) {
    console.error(USAGE);
    return 2;
  }
  const given = await Promise.all(others.map(read));
  let code = 0;
  for (const name of wanted) {
    const verdict = verify(await read(name), { others: given });
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
