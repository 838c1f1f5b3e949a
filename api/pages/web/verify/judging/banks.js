// Banks of time: when the clocks of seats start and stop, and what outages give back.

import { expect } from "./expect.js";
import { DAY, after } from "./times.js";

/** @typedef {import("./expect.js").Find} Find */
/** @typedef {import("../history/shapes.js").Event} Event */
/** @typedef {import("../history/shapes.js").Fields} Fields */
/** @typedef {import("./table.js").Table} Table */
/** @typedef {{seat: number, since: string, deadline: string, bank_ms: number, given_back_ms: number}} SeatClock */
/** @typedef {{seat: number, since: string, until: string}} Run */
/** @typedef {{began: number, ended: number}} Outage */

const LONGEST_REACTION = 15_000;
const MOST_RUNS = 16;
const EPOCH = "1970-01-01T00:00:00.000Z";

/** Milliseconds of each seat at the start; null without banks. @param {any} clock @returns {number | null} */
export const bankOf = (clock) =>
  clock?.kind === "fischer" || clock?.kind === "bank" ? clock.bank_seconds * 1000 : null;

/** Milliseconds for each decision; null if the rules, banks or nobody limits it. @param {any} clock @returns {number | null} */
export const decisionTime = (clock) => {
  if (typeof clock === "number") return clock * 1000;
  return clock?.kind === "correspondence" ? clock.days * DAY : null;
};

/**
 * @param {number} seat
 * @param {string} since
 * @param {number} bank
 * @param {number} givenBack
 * @param {number | null} window
 * @returns {SeatClock}
 */
const clockOf = (seat, since, bank, givenBack, window) => ({
  seat,
  since,
  deadline: after(since, givenBack + Math.min(bank, window ?? bank)),
  bank_ms: bank,
  given_back_ms: givenBack,
});

/** @param {SeatClock} clock @param {string} at */
const spent = (clock, at) =>
  Math.max(0, Date.parse(at) - Date.parse(clock.since) - clock.given_back_ms);

/**
 * Start the clocks of the people who are asked, and check what the event says of them.
 *
 * @param {Table} table
 * @param {Fields} data
 * @param {Find} find
 * @param {string} at
 */
export function startClocks(table, data, find, at) {
  const { kind, seats, window_ms: window = null, clocks = [] } = data;
  if (window !== null && window > LONGEST_REACTION)
    find("event.data.window_ms", "is longer than any reaction");
  if (table.windows.has(kind)) expect(find, "event.data.window_ms", window, table.windows.get(kind));
  else table.windows.set(kind, window);
  /** @type {SeatClock[]} */
  const wanted = seats
    .filter((/** @type {number} */ seat) => table.seat(seat)?.bot === null)
    .map((/** @type {number} */ seat) => clockOf(seat, at, table.banks?.[seat] ?? 0, 0, window));
  expect(find, "event.data.clocks", clocks, wanted);
  const [first = null] = wanted.map((clock) => clock.deadline).sort();
  expect(find, "event.data.deadline", data["deadline"], first);
  table.running = new Map(wanted.map((clock) => [clock.seat, clock]));
}

/**
 * @param {Table} table
 * @param {Fields} data
 * @param {Find} find
 * @param {Event} event
 */
export function stopClock(table, data, find, event) {
  const { seat } = data;
  const clock = table.running.get(seat);
  if (clock === undefined || table.banks === null)
    return find("event.data.seat", "has no clock that runs");
  const missed = table.decision?.missed.has(seat) ?? false;
  const free = (table.seat(seat)?.autopilot ?? false) && !missed;
  const time = free ? 0 : spent(clock, event.at);
  const increment = (table.opened["clock"].increment_seconds ?? 0) * 1000;
  const bank = free ? clock.bank_ms : Math.max(0, clock.bank_ms - time) + increment;
  expect(find, "event.data.spent_ms", data["spent_ms"], time);
  expect(find, "event.data.bank_ms", data["bank_ms"], bank);
  table.banks[seat] = bank;
  table.running.delete(seat);
  if (time === 0 || missed) return;
  const since = laterOf(clock.since, table.decision?.awayUntil ?? "");
  table.runs = [...table.runs, { seat, since, until: event.at }].slice(-MOST_RUNS);
}

/** Whether a seat has spent its bank, which is all it has for the game. @param {Table} table @param {number} seat @param {string} at */
export function isOutOfTime(table, seat, at) {
  const clock = table.running.get(seat);
  if (clock === undefined || table.opened["clock"]?.kind !== "bank") return false;
  return spent(clock, at) >= clock.bank_ms;
}

/**
 * Return what banks and clocks must be after these outages; null if nobody has lost any time.
 *
 * @param {Table} table
 * @param {Outage[]} outages
 */
export function givenBack(table, outages) {
  const { decision, banks } = table;
  if (decision === null || banks === null) return null;
  const ordered = [...outages].sort((one, other) => one.began - other.began);
  const left = [...banks];
  let until = 0;
  for (const run of table.runs) {
    let begin = Date.parse(run.since);
    const end = Date.parse(run.until);
    for (const { began, ended } of ordered) {
      if (begin >= ended || began >= end) continue;
      left[run.seat] = (left[run.seat] ?? 0) + Math.min(ended, end) - Math.max(began, begin);
      [begin, until] = [ended, Math.max(until, ended)];
    }
  }
  const clocks = [...table.running.values()].map((clock) => {
    let begin = Date.parse(laterOf(clock.since, decision.awayUntil));
    let lost = 0;
    for (const { began, ended } of ordered) {
      if (begin >= ended || began >= Date.parse(clock.deadline) + lost) continue;
      lost += ended - Math.max(began, begin);
      [begin, until] = [ended, Math.max(until, ended)];
    }
    const bank = clock.bank_ms + (left[clock.seat] ?? 0) - (banks[clock.seat] ?? 0);
    const window = table.windows.get(decision.kind) ?? null;
    return clockOf(clock.seat, clock.since, bank, clock.given_back_ms + lost, window);
  });
  return until === 0 ? null : { away_until: after(EPOCH, until), banks_ms: left, clocks };
}

/**
 * Take over banks and clocks; without the command, check that they only grow.
 *
 * @param {Table} table
 * @param {Fields} data
 * @param {Find} find
 */
export function giveBack(table, data, find) {
  const { decision, banks } = table;
  const { away_until: until, banks_ms: left, clocks } = data;
  if (decision === null || banks === null || table.phase !== "playing")
    return find("event.type", "has no clock to give time to");
  if (left.length !== banks.length || banks.some((bank, seat) => left[seat] < bank))
    find("event.data.banks_ms", "are less than before, or not one for each seat");
  const before = [...table.running.values()];
  if (clocks.length !== before.length) find("event.data.clocks", "are not those that run");
  for (const [place, clock] of before.entries()) {
    const { bank_ms: bank = 0, given_back_ms: more = 0 } = clocks[place] ?? {};
    const window = table.windows.get(decision.kind) ?? null;
    const grown = clock.bank_ms + (left[clock.seat] ?? 0) - (banks[clock.seat] ?? 0);
    const wanted = clockOf(clock.seat, clock.since, grown, Math.max(more, clock.given_back_ms), window);
    expect(find, `event.data.clocks[${place}]`, clocks[place] ?? null, wanted);
    if (bank < clock.bank_ms) find(`event.data.clocks[${place}].bank_ms`, "is less than before");
  }
  table.banks = [...left];
  table.running = new Map(clocks.map((/** @type {SeatClock} */ clock) => [clock.seat, clock]));
  decision.awayUntil = until;
  table.runs = table.runs
    .map((run) => ({ ...run, since: laterOf(run.since, until) }))
    .filter((run) => run.since < run.until);
}

/** @param {string} one @param {string} other */
const laterOf = (one, other) => (one > other ? one : other);
