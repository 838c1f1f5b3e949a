// The board kit: all that the board of a game may import, as "#kit". A package of a game ships its board in `web/`.
// @ts-check
export { html, useEffect, useLayoutEffect, useMemo, useRef, useState } from "../vendor/preact.js";
export { sameAction, seatColour, seatName } from "../lib/board.js";
export { Choices, pressing, toggling } from "./acts.js";
export { nameOf, paint, seriesOf, shortened, textOf } from "./names.js";
export { NumberChoice, numberField } from "./number.js";
export { Card, Die, Hand, Panel, Zoom } from "./parts.js";
export { useWidth } from "./width.js";

/**
 * What every board gets from the page.
 *
 * @typedef {{ type: string, [field: string]: any }} Command
 * @typedef {{ label: string, group: string, command: Command }} Action
 * @typedef {"fr" | "en"} Lang
 * @typedef {{ seat: number, name: string, kind: "person" | "bot", [field: string]: any }} SeatInfo
 * @typedef {{ version: number, type?: string, data?: any }} TableEvent
 * @typedef {{ number: number, kind: string, seats: number[], deadline: string | null }} Decision
 * @typedef {{ id: string, game: string, status: string, version: number, decision: Decision | null }} TableInfo
 *
 * @typedef {{ at: string, text: string }} Mark a short callout at the part of the board that a CSS selector names
 * @typedef {{ label: string, points: number[] }} Row of a score sheet: a number for each seat
 *
 * @typedef {{ label: { fr: string, en: string }, series: { seat: number, points: [number, number][] }[] }} Chart
 */

/**
 * What a board draws; `V` is the view of its game in the OpenAPI document.
 *
 * @template {import("#api").SchemaView} [V=any]
 * @template {import("#api").SchemaView} [P=V] of the position before
 * @typedef {object} BoardProps
 * @property {V} view
 * @property {any} components
 * @property {TableInfo} table
 * @property {SeatInfo[]} seats
 * @property {number | null} me
 * @property {Lang} lang
 * @property {Action[]} actions
 * @property {any[]} openParameters
 * @property {boolean} pending
 * @property {Action | null} chosen
 * @property {(action: Action | { command: Command }) => void} onChoose
 * @property {(action: Action | null) => void} onPoint
 * @property {P | null} previous
 * @property {TableEvent[]} events
 * @property {boolean} animate
 * @property {boolean} narrow
 */
