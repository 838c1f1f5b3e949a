// Rewards that players bring from an earlier table: judged across the histories that are given.

/** @typedef {import("../history/bundle.js").Bundle} Bundle */
/** @typedef {import("../report.js").Report} Report */
/** @typedef {import("../history/shapes.js").Fields} Fields */
/** @typedef {{table: string, from: string, spenders: Set<string>}} Spending at one table, of the rewards of an earlier one */

/**
 * Check the rewards of a table against the histories of other tables.
 *
 * @param {Bundle} bundle
 * @param {import("./table.js").Table} table
 * @param {Bundle[]} others
 * @param {Report} report
 */
export function checkRewards(bundle, table, others, report) {
  const { follows, carried = [] } = table.opened;
  if (follows === undefined) {
    if (carried.length > 0)
      report.find(
        { line: bundle.lineOfEvent(1), version: 1, field: "event.data.carried" },
        "come from no table",
      );
    return;
  }
  const earlier = others.find((other) => other.header.table === follows["table"]);
  const at = { line: bundle.lineOfEvent(1), version: 1 };
  if (earlier === undefined) {
    report.didNot(`the rewards from table ${follows["table"]}: give its history`);
  } else {
    if (earlier.header.head !== follows["head"])
      report.find(
        { ...at, field: "event.data.follows.head" },
        "is not the last head of the earlier table",
      );
    if (earlier.header.game !== bundle.header.game)
      report.find({ ...at, field: "event.data.follows.table" }, "is a table of another game");
    if (earlier.header.status !== "finished")
      report.find({ ...at, field: "event.data.follows.table" }, "is not finished");
    if (earlier.header.fork !== null)
      report.find({ ...at, field: "event.data.follows.table" }, "is a fork, which has no rewards");
    for (const [place, { player }] of carried.entries()) {
      if (!earlier.header.players.includes(player))
        report.find(
          { ...at, field: `event.data.carried[${place}].player` },
          "did not play at the earlier table",
        );
    }
    report.didNot(
      `whether the rewards were won at table ${follows["table"]}: only the rules of the game tell`,
    );
  }
  checkSpending(bundle, others, report);
}

/**
 * @param {Bundle} bundle
 * @param {Bundle[]} others
 * @param {Report} report
 */
function checkSpending(bundle, others, report) {
  const own = spending(bundle);
  if (own === null) return;
  for (const other of others.map(spending)) {
    if (other === null || other.table === own.table || other.from !== own.from) continue;
    const twice = [...own.spenders].filter((player) => other.spenders.has(player));
    for (const player of twice) {
      const version = bundle.events.findIndex((row) => row.event?.type === "table.started") + 1;
      report.find(
        { line: bundle.lineOfEvent(version), version, field: "event.data.rewards" },
        `${player} spends the same rewards at table ${other.table}`,
      );
    }
  }
}

/** @param {Bundle} bundle @returns {Spending | null} */
function spending({ header, events }) {
  /** @param {string} type */
  const data = (type) => events.find((row) => row.event?.type === type)?.event?.data ?? null;
  const [opened, started] = [data("table.opened"), data("table.started")];
  const dealt = events.some(
    (row) => row.event !== undefined && !row.event.type.startsWith("table."),
  );
  if (opened === null || started === null || opened["follows"] === undefined) return null;
  if (header.fork !== null || !dealt) return null; // a fork spends nothing, nor does a table without a deal
  const { players, rewards } = started;
  const spenders = players.filter(
    (/** @type {string} */ _, /** @type {number} */ seat) => rewards[seat].length > 0,
  );
  return { table: header.table, from: opened["follows"]["table"], spenders: new Set(spenders) };
}
