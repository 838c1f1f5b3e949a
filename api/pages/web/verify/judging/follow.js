// Follows the events of a table: what each needs of those before it, and what it changes.

import { bankOf, giveBack, isOutOfTime, stopClock } from "./banks.js";
import { openDecision } from "./decisions.js";
import { expect } from "./expect.js";
import { lateSeat, requirePhase, seatOf } from "./guards.js";
import { DAY, after } from "./times.js";

/** @typedef {import("./expect.js").Find} Find */
/** @typedef {import("../history/shapes.js").Event} Event */
/** @typedef {import("../history/shapes.js").Fields} Fields */
/** @typedef {import("./table.js").Table} Table */

/**
 * Apply an event, after a check of everything that earlier events fix.
 *
 * @param {Table} table
 * @param {Event} event
 * @param {Find} find
 */
export function follow(table, event, find) {
  if (table.at !== "" && event.at < table.at) find("event.at", `is before ${table.at}`);
  table.at = event.at;
  if (table.is("closed")) find("event.type", "comes after the table was closed");
  if (table.is("new") !== (event.type === "table.opened"))
    find("event.type", "is not where a table is opened");
  const apply = FOLLOW[event.type];
  if (apply !== undefined) apply(table, event.data, find, event);
  else if (!table.is("playing") && !table.is("deal")) find("event.type", "comes before the deal");
}

/** @type {Record<string, (table: Table, data: Fields, find: Find, event: Event) => void>} */
const FOLLOW = {
  "table.opened": (table, data, find, event) => {
    expect(find, "event.data.expires", data["expires"], after(event.at, DAY));
    table.opened = data;
    table.phase = "open";
  },
  "table.seat_taken": (table, data, find) => {
    requirePhase(table, "open", find);
    expect(find, "event.data.seat", data["seat"], table.nextSeat(data["player"]));
    if (table.seats.length >= table.opened["seats"])
      find("event.data.seat", "is more than the table has");
    const { piece } = data;
    if (piece !== null && table.seats.some((seat) => seat.piece === piece))
      find("event.data.piece", "belongs to another seat");
    if (
      data["luck"] !== null &&
      (table.opened["sealed_luck"] !== true || data["bot"] !== undefined)
    )
      find("event.data.luck", "is not allowed here");
    table.seats.splice(data["seat"], 0, {
      player: data["player"],
      piece,
      luck: data["luck"],
      bot: data["bot"] ?? null,
      key: data["key"] ?? null,
      running: 0,
      autopilot: false,
      outOfTime: false,
    });
  },
  "table.luck_sealed": (table, data, find) => {
    requirePhase(table, "open", find);
    const seat = seatOf(table, data, find);
    if (table.opened["sealed_luck"] !== true)
      find("event.data.commitment", "is not allowed at this table");
    if (seat === null) return;
    if (seat.luck !== null || seat.bot !== null)
      find("event.data.seat", "cannot commit, or has done so");
    seat.luck = data["commitment"];
  },
  "table.seat_left": (table, data, find) => {
    requirePhase(table, "open", find);
    if (seatOf(table, data, find) !== null) table.seats.splice(data["seat"], 1);
  },
  "table.started": (table, data, find) => {
    requirePhase(table, "open", find);
    for (const name of ["game", "rules_version", "options"])
      expect(find, `event.data.${name}`, data[name], table.opened[name]);
    expect(find, "event.data.players", data["players"], table.players);
    expect(
      find,
      "event.data.luck",
      data["luck"],
      table.seats.map((seat) => seat.luck),
    );
    const keys = table.seats.map((seat) => seat.key);
    expect(find, "event.data.keys", data["keys"] ?? null, keys.some((key) => key !== null) ? keys : null);
    if (data["rewards"].length !== table.seats.length)
      find("event.data.rewards", "are not one list for each seat");
    table.started = data;
    const bank = bankOf(table.opened["clock"]);
    table.banks = bank === null ? null : table.seats.map(() => bank);
    table.shares = table.seats.map((seat) => (seat.luck === null ? "" : null));
    table.phase = table.shares.includes(null) ? "reveal" : "deal";
  },
  "table.luck_revealed": (table, data, find) => {
    requirePhase(table, "reveal", find);
    if (table.shares[data["seat"]] !== null) find("event.data.seat", "has no share to reveal");
    table.shares[data["seat"]] = data["share"];
    if (!table.shares.includes(null)) table.phase = "deal";
  },
  "table.luck_drawn": (table, _data, find) => {
    if (table.phase !== "deal") requirePhase(table, "playing", find);
  },
  "table.decision_opened": openDecision,
  "table.clock_stopped": stopClock,
  "table.time_given_back": giveBack,
  "table.deadline_moved": (table, data, find) => {
    const { decision } = table;
    if (decision === null || decision.deadline === null)
      return find("event.type", "has no deadline to move");
    if (table.banks !== null && table.phase !== "reveal")
      find("event.type", "is not where seats have banks");
    if (data["deadline"] < decision.deadline) find("event.data.deadline", "moves back");
    if (data["away_until"] < decision.awayUntil) find("event.data.away_until", "moves back");
    decision.deadline = data["deadline"];
    decision.awayUntil = data["away_until"];
  },
  "table.clock_advanced": (table, _data, find) => {
    if (table.opened["sandbox"] === undefined) find("event.type", "needs a sandbox");
  },
  "table.timed_out": (table, data, find, event) => {
    const seat = lateSeat(table, data, event, find);
    if (seat === null) return;
    if (seat.autopilot || table.decision?.missed.has(data["seat"]))
      find("event.data.seat", "has already missed this decision");
    expect(find, "event.data.running", data["running"], seat.running + 1);
    seat.running = data["running"];
    table.decision?.missed.add(data["seat"]);
  },
  "table.default_played": (table, data, find, event) => {
    const seat = table.seat(data["seat"]);
    const missed = table.decision?.missed.has(data["seat"]) ?? false;
    if (seat?.autopilot !== true) lateSeat(table, data, event, find);
    if (!table.decision?.seats.includes(data["seat"])) find("event.data.seat", "is not asked");
    if (seat?.autopilot !== true && !missed)
      find("event.data.seat", "is neither on autopilot nor late");
  },
  "table.autopilot_engaged": (table, data, find, event) => {
    const seat = seatOf(table, data, find);
    if (table.started === null) find("event.type", "comes before the start");
    if (seat === null) return;
    if (seat.autopilot || seat.bot !== null)
      find("event.data.seat", "is a bot's, or on autopilot already");
    if (data["reason"] === "time_outs" && seat.running !== 3)
      find("event.data.reason", "needs the third time-out in a row");
    if (data["reason"] === "bank_empty" && !isOutOfTime(table, data["seat"], event.at))
      find("event.data.reason", "needs an empty bank");
    seat.autopilot = true;
    seat.outOfTime = data["reason"] === "bank_empty";
  },
  "table.seat_returned": (table, data, find) => {
    const seat = seatOf(table, data, find);
    if (seat === null) return;
    if (!table.isAway(data["seat"])) find("event.data.seat", "was neither late nor on autopilot");
    if (seat.outOfTime) find("event.data.seat", "has an empty bank");
    seat.autopilot = false;
    seat.running = 0;
  },
  "table.seat_resigned": (table, data, find) => {
    requirePhase(table, "playing", find);
    const seat = seatOf(table, data, find);
    if (seat === null) return;
    if (seat.bot !== null || table.resigned.includes(data["seat"]))
      find("event.data.seat", "is a bot's, or has resigned already");
    seat.autopilot = true;
    table.resigned.push(data["seat"]);
  },
  "table.end_proposed": (table, data, find) => {
    requirePhase(table, "playing", find);
    if (seatOf(table, data, find) === null) return;
    const number = table.decision?.number ?? 0;
    if (table.proposal !== null || table.lastProposal === number)
      find("event.type", "comes after another proposal");
    expect(find, "event.data.lapses", data["lapses"], number + 4 * table.seats.length);
    table.proposal = { seats: [data["seat"]], lapses: data["lapses"] };
    table.lastProposal = number;
  },
  "table.end_agreed": (table, data, find) => {
    if (seatOf(table, data, find) === null) return;
    if (table.proposal === null || table.proposal.seats.includes(data["seat"]))
      find("event.type", "is not the first agreement of a seat to a proposal");
    table.proposal?.seats.push(data["seat"]);
  },
  "table.end_withdrawn": (table, data, find) => {
    seatOf(table, data, find);
    if (table.proposal === null) find("event.type", "has no proposal to withdraw");
    table.proposal = null;
  },
  "table.end_lapsed": (table, _data, find) => {
    if ((table.proposal?.lapses ?? Infinity) > (table.decision?.number ?? 0))
      find("event.type", "comes too early");
    table.proposal = null;
  },
  "table.forked": (table, data, find) => {
    requirePhase(table, "playing", find);
    table.resigned = [];
    table.proposal = table.lastProposal = null;
    table.forked = data;
    for (const seat of table.seats)
      Object.assign(seat, { player: data["player"], bot: null, running: 0, autopilot: false, outOfTime: false });
    for (const { seat, player, bot } of data["bots"] ?? [])
      Object.assign(table.seats[seat] ?? {}, { player, bot });
    table.shares = table.seats.map(() => "");
    if (table.decision !== null) table.decision.deadline = null;
    [table.banks, table.runs] = [null, []];
    table.running.clear();
  },
  "table.closed": (table, data, find) => {
    const { reason, outcome } = data;
    const ranks = reason === "finished" || reason === "resigned";
    if (ranks !== (outcome !== null)) find("event.data.outcome", `does not belong to ${reason}`);
    if (ranks) {
      requirePhase(table, "playing", find);
      if (table.running.size > 0) find("event.type", "comes while a clock runs");
      for (const name of ["places", "scores"]) {
        if (outcome !== null && outcome[name].length !== table.seats.length)
          find(`event.data.outcome.${name}`, "are not one for each seat");
      }
      if (outcome !== null && !ranked(outcome["places"]))
        find("event.data.outcome.places", "are no places: 1 and the number of those before");
      if (outcome !== null)
        expect(find, "event.data.outcome.places", outcome["places"], table.behind(outcome["places"]));
    }
    if ((reason === "terminated") !== (data["notice"] !== undefined))
      find("event.data.notice", `does not belong to ${reason}`);
    if (reason === "withheld") requirePhase(table, "reveal", find);
    if ((reason === "withheld") !== (data["withheld"] !== undefined))
      find("event.data.withheld", `does not belong to ${reason}`);
    table.closed = data;
    table.decision = null;
    table.phase = "closed";
  },
};

/** Whether each place is one more than the number of better ones. @param {number[]} places */
function ranked(places) {
  return places.every((place) => place === 1 + places.filter((other) => other < place).length);
}
