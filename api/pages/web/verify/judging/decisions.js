// Opens a decision: its number, its seats, and how long the clock of the table gives it.

import { startClocks } from "./banks.js";
import { expect } from "./expect.js";
import { requirePhase } from "./guards.js";

/** @typedef {import("./expect.js").Find} Find */
/** @typedef {import("../history/shapes.js").Event} Event */
/** @typedef {import("../history/shapes.js").Fields} Fields */
/** @typedef {import("./table.js").Table} Table */

/**
 * @param {Table} table
 * @param {Fields} data
 * @param {Find} find
 * @param {Event} event
 */
export function openDecision(table, data, find, event) {
  const { seats, number, kind, deadline } = data;
  const reveal = table.phase === "reveal";
  if (!reveal && table.phase !== "deal") requirePhase(table, "playing", find);
  const sealed = [...table.shares.keys()].filter((seat) => table.shares[seat] === null);
  if (reveal) {
    expect(find, "event.data.seats", seats, sealed);
    expect(find, "event.data.kind", kind, "reveal");
    expect(find, "event.data.key", data["key"], "reveal");
  }
  expect(find, "event.data.number", number, reveal ? 0 : table.number + 1);
  if (
    seats.length === 0 ||
    seats.some(
      (/** @type {number} */ seat, /** @type {number} */ place) =>
        seat >= table.seats.length || (place > 0 && seat <= seats[place - 1]),
    )
  ) {
    find("event.data.seats", "are not seats of the table, ascending");
  }
  const due = table.deadline(event.at, reveal);
  const banked = table.banks !== null && !reveal;
  for (const name of banked ? [] : ["window_ms", "clocks"]) {
    if (data[name] !== undefined) find(`event.data.${name}`, "is not allowed without banks");
  }
  if (table.running.size > 0) find("event.type", "comes while a clock runs");
  if (banked) startClocks(table, data, find, event.at);
  else if (due !== undefined) expect(find, "event.data.deadline", deadline, due);
  else patienceHolds(table, kind, event.at, deadline, find);
  if (!reveal) [table.number, table.phase] = [number, "playing"];
  table.decision = {
    number,
    kind,
    seats,
    deadline,
    opened: event.at,
    awayUntil: event.at,
    missed: new Set(),
  };
}

/**
 * The rules give every decision of one kind the same time.
 *
 * @param {Table} table
 * @param {string} kind
 * @param {string} at
 * @param {string | null} deadline
 * @param {Find} find
 */
function patienceHolds(table, kind, at, deadline, find) {
  if (deadline === null)
    return find("event.data.deadline", "is missing, though the table has a clock");
  const given = Date.parse(deadline) - Date.parse(at);
  const usual = table.patience.get(kind) ?? given;
  if (given !== usual || given <= 0)
    find("event.data.deadline", `gives ${given} ms, but ${usual} ms before for \`${kind}\``);
  table.patience.set(kind, usual);
}
