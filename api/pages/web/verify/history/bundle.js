// The form of a bundle: NDJSON or JSON, canonical, with known fields only.

import { shapesHold } from "./bundle_shapes.js";
import { canonical } from "./canonical.js";

/** @typedef {import("./shapes.js").Header} Header */
/** @typedef {import("./shapes.js").Ancestor} Ancestor */
/** @typedef {import("./shapes.js").EventLine} EventLine */
/** @typedef {import("./shapes.js").CommandLine} CommandLine */
/** @typedef {import("../report.js").Report} Report */

export const MOST_BYTES = 32 * 1024 * 1024;

/** A history as it was served. Lines are those of the NDJSON form, from 1, whatever the form. */
export class Bundle {
  /**
   * @param {Header} header
   * @param {Ancestor[]} ancestors
   * @param {EventLine[]} events
   * @param {CommandLine[]} commands
   */
  constructor(header, ancestors, events, commands) {
    this.header = header;
    this.ancestors = ancestors;
    this.events = events;
    this.commands = commands;
  }

  /** @param {number} place */
  lineOfAncestor(place) {
    return 2 + place;
  }

  /** @param {number} version */
  lineOfEvent(version) {
    return 1 + this.ancestors.length + version;
  }

  /** @param {number} place */
  lineOfCommand(place) {
    return 2 + this.ancestors.length + this.events.length + place;
  }
}

/**
 * Decode a bundle; return null after a finding if it cannot be read.
 *
 * @param {string | Uint8Array} source
 * @param {Report} report
 * @returns {Bundle | null}
 */
export function readBundle(source, report) {
  const text = decodedText(source, report);
  if (text === null) return null;
  const parts =
    text.startsWith('{"header":') && !text.endsWith("\n")
      ? jsonForm(text, report)
      : ndjsonForm(text, report);
  if (parts === null) return null;
  const bundle = new Bundle(parts.header, parts.ancestors, parts.events, parts.commands);
  return shapesHold(bundle, report) ? bundle : null;
}

/**
 * @param {string | Uint8Array} source
 * @param {Report} report
 */
function decodedText(source, report) {
  if (source.length > MOST_BYTES) {
    report.find({ field: "bundle" }, "is larger than 32 MiB");
    return null;
  }
  if (typeof source === "string") return source;
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(source);
  } catch {
    report.find({ line: lineOfBadByte(source), field: "bundle" }, "is not UTF-8");
    return null;
  }
}

/** @param {Uint8Array} source */
function lineOfBadByte(source) {
  const feeds = [...source.keys()].filter((at) => source[at] === 10);
  for (const [place, end] of [...feeds, source.length].entries()) {
    const start = place === 0 ? 0 : Number(feeds[place - 1]) + 1;
    try {
      new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(
        source.subarray(start, end),
      );
    } catch {
      return place + 1;
    }
  }
  return null;
}

/** @typedef {{header: any, ancestors: any[], events: any[], commands: any[]}} Parts not yet checked */

/**
 * @param {string} text
 * @param {Report} report
 * @returns {Parts | null}
 */
function jsonForm(text, report) {
  try {
    const { header, ancestors, events, commands } = JSON.parse(text);
    const spelled = [ancestors, events, commands].map(
      (part) => `[${part.map(canonical).join(",")}]`,
    );
    const whole = `{"header":${canonical(header)},"ancestors":${spelled[0]},"events":${spelled[1]},"commands":${spelled[2]}}`;
    if (![...ancestors, ...events, ...commands].every(isObject))
      throw new TypeError("a part is no object");
    if (whole === text) return { header, ancestors, events, commands };
    report.find(
      { line: 1, field: `character ${firstDifference(whole, text)}` },
      "is not in the JSON form of a history",
    );
  } catch (error) {
    report.find(
      { line: 1, field: "bundle" },
      `is not in the JSON form of a history: ${reason(error)}`,
    );
  }
  return null;
}

/**
 * @param {string} one
 * @param {string} other
 */
function firstDifference(one, other) {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  return at + 1;
}

const ORDER = ["header", "ancestor", "event", "command"];

/**
 * @param {string} text
 * @param {Report} report
 * @returns {Parts | null}
 */
function ndjsonForm(text, report) {
  /** @type {Parts} */
  const parts = { header: undefined, ancestors: [], events: [], commands: [] };
  const rows = text.split("\n");
  if (rows.pop() !== "")
    report.find({ line: rows.length + 1, field: "line" }, "is not ended by a line feed");
  let last = -1;
  for (const [place, row] of rows.entries()) {
    const line = place + 1;
    const value = decodedRow(row, line, report);
    if (value === undefined) return null;
    const kind = kindOfRow(value);
    const rank = ORDER.indexOf(kind);
    if (rank < last || (rank === 0) !== (place === 0)) {
      report.find({ line, field: kind }, "is out of order: header, ancestors, events, commands");
      return null;
    }
    last = rank;
    if (kind === "header") parts.header = value["header"];
    else if (kind === "ancestor") parts.ancestors.push(value["ancestor"]);
    else if (kind === "event") parts.events.push(value);
    else parts.commands.push(value);
  }
  return report.sound ? parts : null;
}

/**
 * @param {string} row
 * @param {number} line
 * @param {Report} report
 * @returns {Record<string, any> | undefined}
 */
function decodedRow(row, line, report) {
  let why = "is not canonical JSON";
  try {
    const value = JSON.parse(row);
    if (canonical(value) === row && isObject(value)) return value;
  } catch (error) {
    why = `is not canonical JSON: ${reason(error)}`;
  }
  report.find({ line, field: "line" }, why);
  return undefined;
}

/** @param {Record<string, any>} row */
function kindOfRow(row) {
  if ("header" in row && Object.keys(row).length === 1) return "header";
  if ("ancestor" in row && Object.keys(row).length === 1) return "ancestor";
  return "leaf" in row ? "event" : "command";
}

/** @param {unknown} value */
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/** @param {unknown} error */
const reason = (error) => (error instanceof Error ? error.message : String(error));
