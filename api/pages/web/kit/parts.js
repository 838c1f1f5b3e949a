// Parts that boards are made of: cards with their texts, the hand, dice and panels of players.
// @ts-check
import { t } from "../lib/i18n.js";
import { html, useEffect, useRef, useState } from "../vendor/preact.js";
import { pressing } from "./acts.js";

/** @typedef {import("./kit.js").BoardProps} BoardProps */
/** @typedef {import("./kit.js").Action} Action */

/**
 * A card: pressing it acts, and its text is shown on tap, focus and hover. `face` is its drawing, `label` its name, `text` what it does.
 * @param {{ board: BoardProps, face: any, label: string, text?: string, action?: Action | Action[] | null, attributes?: Record<string, unknown> | null, look?: string, children?: any }} props
 */
export function Card({ board, face, label, text = "", action = null, attributes = null, look = "", children = null }) {
  const [open, setOpen] = useState(false);
  const box = useRef(/** @type {any} */ (null));
  useEffect(() => {
    if (!open) return undefined;
    const away = (/** @type {PointerEvent} */ event) => !box.current?.contains(event.target) && setOpen(false);
    document.addEventListener("pointerdown", away);
    return () => document.removeEventListener("pointerdown", away);
  }, [open]);
  const acts = attributes ?? (action ? pressing(board, action, "board-over") : null);
  const reads = { onFocus: () => setOpen(true), onBlur: () => setOpen(false), onPointerEnter: () => setOpen(true), onPointerLeave: () => setOpen(false) };
  const both = (/** @type {any} */ one, /** @type {any} */ other) => (/** @type {Event} */ event) => void [one?.(event), other(event)];
  const over = acts
    ? { ...acts, ...Object.fromEntries(Object.entries(reads).map(([name, then]) => [name, both(acts[name], then)])) }
    : text && { role: "button", tabindex: 0, class: "board-over", "aria-label": label, "aria-expanded": String(open), onClick: () => setOpen(true), ...reads, "data-reads": "" };
  return html`<div class="board-option">
    <div class="board-card ${acts ? "board-live" : ""} ${look}" ref=${box} role=${over ? null : "img"} aria-label=${over ? null : label}>${face}
      ${over && html`<span ...${over}></span>`}
      ${open && text && html`<p class="board-text" role="note"><strong>${label}</strong> ${text}</p>`}</div>
    ${children}
  </div>`;
}

/**
 * The hand: a heading and cards, or nothing for spectators. It keeps its height while it is empty, and sticks to the bottom of a narrow screen.
 * @param {{ board: BoardProps, title: any, children?: any }} props
 */
export function Hand({ board, title, children }) {
  if (board.me === null) return null;
  return html`<section class="board-dock"><h3 class="board-heading">${title}</h3><div class="board-hand">${children}</div></section>`;
}

const ZOOMS = [1, 1.5, 2, 3];

/**
 * A drawing that fits the screen and can be enlarged; the reader moves it by scrolling. `draw` gets the width.
 * @param {{ width: number, label: string, draw: (width: number) => any }} props
 */
export function Zoom({ width, label, draw }) {
  const [at, setAt] = useState(0);
  const step = (/** @type {number} */ by, /** @type {string} */ sign) => html`<button type="button" aria-label=${t(by > 0 ? "zoom_in" : "zoom_out")}
    disabled=${!(at + by in ZOOMS)} onClick=${() => setAt(at + by)}>${sign}</button>`;
  return html`<div class="board-zoom" data-zoom=${ZOOMS[at]}>
    <div class="board-view" tabindex="0" role="group" aria-label=${label}>${draw(width * ZOOMS[at])}</div>
    <div class="board-zooms">${step(-1, "−")}${step(1, "+")}</div>
  </div>`;
}

const PIPS = [[], [4], [0, 8], [0, 4, 8], [0, 2, 6, 8], [0, 2, 4, 6, 8], [0, 2, 3, 5, 6, 8]];

/** A die that rolls when `rolled` changes: pips up to six, else the number. @param {{ number: number | null, rolled?: unknown, label: string }} props */
export function Die({ number, rolled = number, label }) {
  if (number === null || number === undefined) return null;
  const pip = (/** @type {number} */ at) => html`<circle cx=${(at % 3) * 9 - 9} cy=${Math.floor(at / 3) * 9 - 9} r="3" />`;
  return html`<svg key=${String(rolled)} class="board-die" viewBox="-18 -18 36 36" width="36" height="36" role="img" aria-label="${label} ${number}">
    <rect x="-16" y="-16" width="32" height="32" rx="6" />
    ${PIPS[number]?.map(pip) ?? html`<text y="6" text-anchor="middle" font-size="17" font-weight="700">${number}</text>`}
  </svg>`;
}

/**
 * The panel of a player: its colour, whether it is on turn, a name, a counter and more.
 * @param {{ colour: string, turn?: boolean, name: any, count?: any, unit?: string, look?: string, children?: any, [data: `data-${string}`]: unknown }} props
 */
export function Panel({ colour, turn = false, name, count = null, unit = "", look = "", children = null, ...data }) {
  return html`<div class="board-panel ${turn ? "board-turn" : ""} ${look}" style=${{ "--who": colour }} ...${data}>
    <div class="board-name"><span>${name}</span>${count !== null && html`<span class="board-count" title=${unit}>${count} <small>${unit}</small></span>`}</div>
    ${children}
  </div>`;
}
