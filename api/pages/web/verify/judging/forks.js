// Every fork in a history belongs to an ancestor, whose seed is the one it was committed to.

import { expect } from "./expect.js";
import { hex } from "../history/hashes.js";
import { seedCommitment } from "../history/seals.js";

/** @typedef {import("../history/bundle.js").Bundle} Bundle */
/** @typedef {import("../report.js").Report} Report */
/** @typedef {import("../history/shapes.js").Event} Event */

/**
 * Compare the ancestors with the events `table.forked`, of which each names one.
 *
 * @param {Bundle} bundle
 * @param {Report} report
 */
export function checkForks(bundle, report) {
  const { ancestors, events } = bundle;
  const visible = /** @type {Event[]} */ (events.flatMap((row) => row.event ?? []));
  const forks = visible.filter((event) => event.type === "table.forked");
  if (forks.length !== ancestors.length) {
    const line = bundle.lineOfAncestor(0);
    return report.find(
      { line, version: forks.at(0)?.version ?? 1, field: "ancestors" },
      `are ${ancestors.length}, not ${forks.length}`,
    );
  }
  let promise = visible[0]?.data["commitment"];
  for (const [place, { table, version, head, seed }] of ancestors.entries()) {
    const fork = /** @type {Event} */ (forks[place]);
    /** @type {import("./expect.js").Find} */
    const find = (field, message) =>
      report.find({ line: bundle.lineOfAncestor(place), version, field }, message);
    expect(find, "ancestor", { table, version, head, seed }, fork.data["of"]);
    expect(find, "ancestor.version", version, fork.version - 1);
    expect(find, "ancestor.seed", hex(seedCommitment(table, seed)), promise);
    promise = fork.data["commitment"];
  }
}
