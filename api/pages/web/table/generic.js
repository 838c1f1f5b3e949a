// Any view as something to read: the hand, then every field; names come from the components.
// @ts-check
import { seatColour, seatName } from "../lib/board.js";
import { lang, t, words } from "../lib/i18n.js";
import { html, useMemo } from "../vendor/preact.js";

const SKIPPED = new Set(["game"]);
const LARGE = 6; // fields

export function Generic({ view, components, seats }) {
  const names = useMemo(() => namesIn(components), [components, lang()]);
  const context = { names, seats };
  const { hand, ...rest } = view;
  const fields = Object.entries(rest).filter(([key, value]) => !SKIPPED.has(key) && !empty(value));
  return html`<div class="generic">
    ${Array.isArray(hand) && hand.length > 0 && html`<section class="hand"><h2>${t("hand")}</h2><${Value} value=${hand} name="hand" context=${context} /></section>`}
    ${fields.length > 0 && html`<section><h2>${t("position")}</h2><${Fields} fields=${fields} context=${context} /></section>`}
  </div>`;
}

/** @param {unknown} value */
const empty = (value) => value === null || (Array.isArray(value) && value.length === 0);

/** Names of everything in the components: of parts with an id, and of the texts. @param {any} components */
export function namesIn(components) {
  /** @type {Map<string, string>} */
  const names = new Map();
  const add = (/** @type {string} */ id, /** @type {any} */ name) => name && !names.has(id) && names.set(id, words(name));
  const visit = (/** @type {any} */ part) => {
    if (Array.isArray(part)) part.forEach(visit);
    else if (part && typeof part === "object") {
      if (typeof part.id === "string") add(part.id, part[`name_${lang()}`] ?? part.name ?? part.title ?? part[lang()]);
      Object.values(part).forEach(visit);
    }
  };
  for (const section of Object.values(components.texts ?? {}))
    for (const [id, text] of Object.entries(section)) if (/^\D/.test(id)) add(id, text?.name);
  visit(components);
  return names;
}

/** Return the name of an id such as `R-red-4`: its own, or those of its parts. @param {Map<string, string>} names @param {string} id */
export function named(names, id) {
  const whole = names.get(id);
  if (whole) return whole;
  const parts = id.split("-");
  return parts.some((part) => names.has(part)) ? parts.map((part) => names.get(part) ?? part).join(" ") : id.replaceAll("_", " ");
}

/** `hand_size` as words. @param {string} key */
export const spelled = (key) => key.replaceAll("_", " ").replace(/^./, (letter) => letter.toUpperCase());

function Fields({ fields, context }) {
  return html`<dl class="fields-list">${fields.map(([key, value]) => html`<div key=${key} class=${simple(value) ? "" : "wide"}>
    <dt>${spelled(key)}</dt><dd><${Value} value=${value} name=${key} context=${context} /></dd></div>`)}</dl>`;
}

/** @param {any} value */
const simple = (value) => value === null || typeof value !== "object" || (Array.isArray(value) && value.every((each) => each === null || typeof each !== "object") && value.length < 8);

/** @param {any} value */
const isGrid = (value) => value.length >= 5 && value.every((row) => typeof row === "string" && row.length === value[0].length && row.length >= 8);

function Value({ value, name, context }) {
  if (value === null || value === undefined) return html`<span class="quiet">–</span>`;
  if (typeof value === "boolean") return html`<span>${t(value ? "yes" : "no")}</span>`;
  if (typeof value !== "object") return html`<${Word} value=${value} name=${name} context=${context} />`;
  if (!Array.isArray(value)) return html`<${Part} value=${value} context=${context} />`;
  if (isGrid(value) && !context.names.has(value[0])) return html`<pre class="grid">${value.join("\n")}</pre>`;
  if (value.every((each) => each && typeof each === "object" && !Array.isArray(each))) return html`<${Rows} rows=${value} context=${context} />`;
  return html`<span class="chips">${value.map((each) => html`<${Chip} value=${each} name=${name} context=${context} />`)}</span>`;
}

/** An object in the view; a large one is folded away. */
function Part({ value, context }) {
  const fields = Object.entries(value).filter(([, each]) => !empty(each));
  const inner = html`<${Fields} fields=${fields} context=${context} />`;
  return fields.length > LARGE ? html`<details><summary class="quiet">${t("details", { n: fields.length })}</summary>${inner}</details>` : inner;
}

function Chip({ value, name, context }) {
  const inner = html`<${Value} value=${value} name=${name} context=${context} />`;
  return value && typeof value === "object" ? inner : html`<span class="chip">${inner}</span>`;
}

function Word({ value, name, context }) {
  if (typeof value === "number" && /^(seat|active|starter|winner|high_bidder|giver|receiver|passes_to|looking|to|by)$/.test(name)) return html`<${SeatName} seat=${value} context=${context} />`;
  return html`<span>${named(context.names, String(value))}</span>`;
}

function SeatName({ seat, context }) {
  return html`<span class="seat-name"><span class="dot" style=${{ "--who": seatColour(seat) }} aria-hidden="true"></span> ${seatName(context.seats, seat)}</span>`;
}

function Rows({ rows, context }) {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))].filter((key) => rows.some((row) => !empty(row[key] ?? null)));
  return html`<div class="scroll" tabindex="0" role="region" aria-label=${t("position")}><table class="data">
    <thead><tr>${columns.map((key) => html`<th scope="col">${spelled(key)}</th>`)}</tr></thead>
    <tbody>${rows.map((row) => html`<tr>${columns.map((key) => html`<td><${Value} value=${row[key] ?? null} name=${key} context=${context} /></td>`)}</tr>`)}</tbody>
  </table></div>`;
}
