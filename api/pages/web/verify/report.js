// What a verification found, what it checked, and what it did not.

/** @typedef {{line: number | null, version: number | null, field: string, message: string}} Finding */
/** @typedef {"PASS" | "FAIL" | "UNFINISHED"} Result */
/** @typedef {{result: Result, table: string | null, status: string | null, sandbox: boolean, events: number, commands: number, findings: Finding[], more: number, checked: string[], unchecked: string[]}} Verdict */
/** @typedef {{line?: number | null, version?: number | null, field: string}} Place */

const MOST = 50; // findings that are kept; one cause can have thousands

export class Report {
  /** @type {Finding[]} */
  findings = [];
  /** @type {string[]} */
  checked = [];
  /** @type {string[]} */
  unchecked = [];
  more = 0;

  get sound() {
    return this.findings.length === 0;
  }

  /**
   * Add a finding.
   *
   * @param {Place} place
   * @param {string} message
   */
  find({ line = null, version = null, field }, message) {
    if (this.findings.length >= MOST) this.more += 1;
    else this.findings.push({ line, version, field, message });
  }

  /** @param {string} what */
  did(what) {
    this.checked.push(what);
  }

  /** @param {string} what */
  didNot(what) {
    this.unchecked.push(what);
  }
}

/**
 * Return a verdict as the lines that the command prints.
 *
 * @param {string} name
 * @param {Verdict} verdict
 */
export function lines(name, verdict) {
  const { result, table, status, sandbox, events, commands, findings, more, checked, unchecked } = verdict;
  const about =
    table === null ? "" : `: table ${table}, ${status}, ${events} events, ${commands} commands`;
  return [
    `${result}${sandbox ? " SANDBOX" : ""} ${name}${about}`,
    ...findings.map((finding) => `  found: ${place(finding)}: ${finding.message}`),
    ...(more > 0 ? [`  found: ${more} more`] : []),
    ...checked.map((what) => `  checked: ${what}`),
    ...unchecked.map((what) => `  not checked: ${what}`),
  ];
}

/** @param {Finding} finding */
function place({ line, version, field }) {
  const parts = [
    line === null ? "" : `line ${line}`,
    version === null ? "" : `version ${version}`,
    field,
  ];
  return parts.filter((part) => part !== "").join(", ");
}
