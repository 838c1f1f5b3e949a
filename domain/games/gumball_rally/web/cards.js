// Race cards and Danger cards.
import { html, nameOf, paint } from "#kit";
import { symbol } from "./symbols.js";

/**
 * @typedef {{ id: string, colour: string, number: number }} RaceCard
 * @typedef {{ id: string, kind: string, colour?: string, major?: boolean }} DangerCard
 */

/**
 * Returns the race card of this id.
 * @param {any} components
 * @param {string} id
 * @returns {RaceCard}
 */
export function raceCard(components, id) {
  return components.race_cards.find((/** @type {RaceCard} */ card) => card.id === id);
}

/**
 * Names a race card: its colour and its number.
 * @param {any} components
 * @param {string} id
 * @param {"fr" | "en"} lang
 */
export function cardName(components, id, lang) {
  const { colour, number } = raceCard(components, id);
  return `${nameOf(components, "colours", colour, lang)} ${number}`;
}

/**
 * Names a Danger card.
 * @param {any} components
 * @param {string} id
 * @param {"fr" | "en"} lang
 */
export function dangerName(components, id, lang) {
  const { kind, colour, major } = components.danger_cards.find((/** @type {DangerCard} */ each) => each.id === id);
  if (kind !== "colour") return nameOf(components, "dangers", kind, lang);
  const name = nameOf(components, "danger_symbols", colour, lang);
  return major ? `${name} (${nameOf(components, "dangers", "major", lang)})` : name;
}

/**
 * Returns the suit of a colour: its symbols and their names.
 * @param {any} components
 * @param {string | undefined} colour
 */
export function suitOf(components, colour) {
  return components.suits.find((suit) => suit.colour === colour);
}

/** The ink on cards whose colour is light, or dark, in both themes. @type {Record<string, string>} */
const INKS = { yellow: "var(--gumball-dark)", black: "var(--gumball-light)" };

/**
 * Returns the ink on a coloured card.
 * @param {string} colour
 */
function inkOn(colour) {
  return INKS[colour] ?? "var(--ink-on-colour)";
}

/**
 * Draws a race card of this width, its top left corner at the origin.
 * @param {any} components
 * @param {string} id
 * @param {number} width
 */
export function raceFace(components, id, width) {
  const card = raceCard(components, id);
  const height = width * 1.35;
  const ink = inkOn(card.colour);
  return html`<g data-piece=${id}>
    <rect class="board-face" width=${width} height=${height} rx=${width * 0.12} />
    <rect x=${width * 0.07} y=${width * 0.07} width=${width * 0.86} height=${height - width * 0.14}
      rx=${width * 0.08} fill=${paint(card.colour)} stroke="var(--board-line)" />
    <text x=${width / 2} y=${height * 0.52} text-anchor="middle" font-size=${width * 0.56}
      font-weight="700" style=${{ fill: ink }}>${card.number}</text>
    <g transform="translate(${width / 2} ${height * 0.77}) scale(${width / 62})">
      ${symbol(suitOf(components, card.colour).race_symbol_en, ink)}
    </g>
  </g>`;
}

/**
 * Draws a Danger card of this width: a colour danger, a Checkpoint, or the finish.
 * @param {any} components
 * @param {string} id
 * @param {number} width
 */
export function dangerFace(components, id, width) {
  /** @type {DangerCard} */
  const card = components.danger_cards.find((/** @type {DangerCard} */ each) => each.id === id);
  const height = width * 1.35;
  return html`<g data-piece=${id}>
    <rect class="board-face" width=${width} height=${height} rx=${width * 0.12} />
    <g transform="translate(${width / 2} ${height / 2}) scale(${width / 36})">
      ${card.kind === "colour" ? warning(components, card) : flag(card.kind === "winner")}
    </g>
  </g>`;
}

/**
 * @param {any} components
 * @param {DangerCard} card
 */
function warning(components, card) {
  const colour = card.colour ?? "";
  const rim = card.major ? html`<circle r="15" fill="none" stroke="var(--bad)" stroke-width="2.5" />` : null;
  return html`<g>
    ${rim}
    <circle r="12.5" fill=${paint(colour)} stroke="var(--board-line)" />
    <g transform="scale(0.72)">${symbol(suitOf(components, colour).danger_symbol_en, inkOn(colour))}</g>
  </g>`;
}

/** @param {boolean} finish */
export function flag(finish) {
  const squares = [];
  for (let y = 0; y < 3; y += 1)
    for (let x = 0; x < 4; x += 1) if ((x + y) % 2 === 0) squares.push(html`<rect x=${-9 + x * 5} y=${-11 + y * 5} width="5" height="5" />`);
  return html`<g>
    <rect x="-9" y="-11" width="20" height="15" fill="var(--white)" stroke="var(--ink)" />
    ${finish ? html`<g fill="var(--black)">${squares}</g>` : html`<path d="M-9 -11 L11 4 H-9 Z" fill="var(--accent)" />`}
    <path d="M-9 -12 V14" stroke="var(--ink)" stroke-width="2" stroke-linecap="round" />
  </g>`;
}
