// The cards: Gauls, Idéfix, Romans and Pirates.
import { html, nameOf, textOf } from "#kit";
import { dog, emblem, helmet, potion, sail } from "./emblems.js";
import { TEXTS } from "./texts.js";

/** @typedef {"fr" | "en"} Lang */

const WIDTH = 70;
const HEIGHT = 96;

/**
 * @param {any[]} list
 * @param {string} id
 */
const find = (list, id) => list.find((each) => each.id === id);

/**
 * Names a card for readers.
 * @param {any} components
 * @param {string} id
 * @param {Lang} lang
 * @returns {string}
 */
export function named(components, id, lang) {
  const gaul = find(components.gauls, id);
  if (gaul) return `${find(components.characters, gaul.character)[`name_${lang}`]} ${gaul.value}, ${gaul.potions} ${TEXTS[lang].potions}`;
  const roman = find(components.romans, id);
  if (roman) return `${rankOf(components, roman.value)[`name_${lang}`]} ${roman.value}`;
  const pirate = find(components.pirates, id);
  return pirate ? `${nameOf(components, "pirates", id, lang)}: ${textOf(components, "pirates", id, lang)}` : nameOf(components, "kinds", "idefix", lang);
}

/**
 * @param {any} components
 * @param {number} value
 */
function rankOf(components, value) {
  return components.ranks.find((rank) => rank.value === value);
}

/**
 * Draws a card as an SVG of its own.
 * @param {any} components
 * @param {string | null} id null: face down
 * @param {Lang} lang
 * @param {number} [scale]
 */
export function card(components, id, lang, scale = 1) {
  return html`<svg viewBox="-2 -2 ${WIDTH + 4} ${HEIGHT + 4}" width=${(WIDTH + 4) * scale} height=${(HEIGHT + 4) * scale}
    aria-hidden="true" data-piece=${id ?? "back"}>${id === null ? back() : face(components, id, lang)}</svg>`;
}

/**
 * Draws an empty place for a card.
 * @param {number} scale
 */
export function place(scale) {
  return html`<svg viewBox="-2 -2 ${WIDTH + 4} ${HEIGHT + 4}" width=${(WIDTH + 4) * scale} height=${(HEIGHT + 4) * scale} aria-hidden="true">
    <rect width=${WIDTH} height=${HEIGHT} rx="7" fill="none" stroke="var(--board-line)" stroke-width="2" stroke-dasharray="5 5" />
  </svg>`;
}

function back() {
  return html`<g><rect class="board-back" width=${WIDTH} height=${HEIGHT} rx="7" />
    <rect x="7" y="7" width="56" height="82" rx="4" fill="none" stroke="var(--accent)" stroke-opacity="0.5" />
    <g transform="translate(35 48) scale(2.4)" opacity="0.6">${potion()}</g></g>`;
}

/**
 * @param {any} components
 * @param {string} id
 * @param {Lang} lang
 */
function face(components, id, lang) {
  const gaul = find(components.gauls, id);
  if (gaul) return gaulFace(gaul);
  const roman = find(components.romans, id);
  if (roman) return romanFace(components, roman, lang);
  const pirate = find(components.pirates, id);
  return pirate ? pirateFace(components, pirate) : idefixFace();
}

/** @param {{ character: string, value: number, potions: number }} gaul */
function gaulFace(gaul) {
  const flasks = Array.from({ length: gaul.potions }, (_, index) => html`<g transform="translate(${35 + (index - (gaul.potions - 1) / 2) * 13} 84)">${potion()}</g>`);
  return html`<g>
    <rect class="board-face" width=${WIDTH} height=${HEIGHT} rx="7" />
    <text x="8" y="27" font-size="24" font-weight="700">${gaul.value}</text>
    <g transform="translate(38 50) scale(1.05)">${emblem(gaul.character)}</g>
    ${flasks}
  </g>`;
}

function idefixFace() {
  return html`<g><rect class="board-face" width=${WIDTH} height=${HEIGHT} rx="7" />
    <g transform="translate(35 50) scale(1.5)">${dog()}</g></g>`;
}

/**
 * @param {any} components
 * @param {{ value: number }} roman
 * @param {Lang} lang
 */
function romanFace(components, roman, lang) {
  const name = rankOf(components, roman.value)[`name_${lang}`];
  return html`<g>
    <rect class="asterix-parchment board-face" width=${WIDTH} height=${HEIGHT} rx="7" style=${{ fill: "var(--sand)" }} />
    <text x="8" y="27" font-size="24" font-weight="700">${roman.value}</text>
    <g transform="translate(40 52) scale(1.15)">${helmet(roman.value)}</g>
    <text x="35" y="89" font-size=${name.length > 11 ? 8.5 : 11} text-anchor="middle">${name}</text>
  </g>`;
}

/**
 * Returns what a Pirate frees, as a sign.
 * @param {{ frees: string, values: number[] }} pirate
 */
function sign({ frees, values }) {
  /** @type {Record<string, string>} */
  const signs = { highest: "▲", lowest: "▼", choice: "?" };
  return values.length > 0 ? values.join("/") : (signs[frees] ?? "?");
}

/**
 * @param {any} components
 * @param {any} pirate
 */
function pirateFace(components, pirate) {
  return html`<g>
    <rect class="board-face" width=${WIDTH} height=${HEIGHT} rx="7" style=${{ fill: "var(--water)" }} />
    <g transform="translate(35 42) scale(1.5)">${sail()}</g>
    <text x="35" y="90" font-size="17" font-weight="700" text-anchor="middle">−${sign(pirate)}</text>
  </g>`;
}

/**
 * Draws captured cards small: Romans of one rank together with their number.
 * @param {any} components
 * @param {{ romans: string[], pirates: string[] }} player
 * @param {Lang} lang
 */
export function captures(components, player, lang) {
  /** @type {Map<number, string[]>} */
  const ranks = new Map();
  for (const id of player.romans) {
    const { value } = find(components.romans, id);
    ranks.set(value, [...(ranks.get(value) ?? []), id]);
  }
  const sorted = [...ranks.entries()].sort(([one], [other]) => other - one);
  return [
    ...sorted.map(([value, ids]) => rankPile(components, value, ids, lang)),
    ...player.pirates.map((id) => pirateMark(components, id, lang)),
  ];
}

/**
 * @param {any} components
 * @param {number} value
 * @param {string[]} ids
 * @param {Lang} lang
 */
function rankPile(components, value, ids, lang) {
  const name = rankOf(components, value)[`name_${lang}`];
  const width = 30 + (ids.length - 1) * 9;
  const one = (/** @type {string} */ id, /** @type {number} */ index) => html`<g key=${id} class="board-appear" data-piece=${id} transform="translate(${index * 9} 0)">
    <rect width="28" height="40" rx="4" class="asterix-parchment" style=${{ stroke: ids.length > 1 ? "var(--can)" : "var(--board-line)", strokeWidth: ids.length > 1 ? 2 : 1 }} />
  </g>`;
  return html`<svg key=${value} viewBox="-2 -2 ${width + 2} 44" width=${width + 2} height="44" role="img" aria-label="${ids.length} × ${name} ${value}">
    <title>${ids.length} × ${name}</title>
    ${ids.map(one)}
    <g transform="translate(${(ids.length - 1) * 9} 0)">
      <text x="14" y="15" font-size="14" font-weight="700" text-anchor="middle">${value}</text>
      <g transform="translate(14 28) scale(0.5)">${helmet(value)}</g>
    </g>
  </svg>`;
}

/**
 * @param {any} components
 * @param {string} id
 * @param {Lang} lang
 */
function pirateMark(components, id, lang) {
  const pirate = find(components.pirates, id);
  return html`<svg key=${id} viewBox="-2 -2 32 44" width="32" height="44" role="img" aria-label=${named(components, id, lang)} data-piece=${id}>
    <title>${pirate[`name_${lang}`]}</title>
    <rect width="28" height="40" rx="4" style=${{ fill: "var(--water)", stroke: "var(--board-line)" }} />
    <g transform="translate(14 15) scale(0.6)">${sail()}</g>
    <text x="14" y="37" font-size="12" font-weight="700" text-anchor="middle">−${sign(pirate)}</text>
  </svg>`;
}
