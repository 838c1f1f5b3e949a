// What an event needs: a phase of the table, a seat, a seat that is late.

/** @typedef {import("./expect.js").Find} Find */
/** @typedef {import("../history/shapes.js").Event} Event */
/** @typedef {import("../history/shapes.js").Fields} Fields */
/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("./table.js").Phase} Phase */

/** @param {Table} table @param {Phase} phase @param {Find} find */
export function requirePhase(table, phase, find) {
  if (table.phase !== phase)
    find("event.type", `cannot be here: the table is ${table.phase}, not ${phase}`);
}

/** @param {Table} table @param {Fields} data @param {Find} find */
export function seatOf(table, data, find) {
  const seat = table.seat(data["seat"]);
  if (seat === null) find("event.data.seat", "does not exist");
  return seat;
}

/** @param {Table} table @param {Fields} data @param {Event} event @param {Find} find */
export function lateSeat(table, data, event, find) {
  const seat = seatOf(table, data, find);
  const { decision } = table;
  if (decision === null || table.phase !== "playing") {
    find("event.type", "has no open decision");
    return seat;
  }
  if (!decision.seats.includes(data["seat"])) find("event.data.seat", "is not asked");
  if (seat !== null && seat.bot !== null)
    find("event.data.seat", "is a bot's, which is never timed out");
  const deadline = table.deadlineOf(data["seat"]);
  if (deadline === null || event.at < deadline)
    find("event.at", `is before the deadline ${deadline}`);
  return seat;
}
