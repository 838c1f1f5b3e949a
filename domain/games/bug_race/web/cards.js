// A card: a bug from above with the legs that may step.
import { html } from "#preact";

const WIDTH = 76;
const HEIGHT = 98;
const ROWS = { F: -20, M: 2, R: 24 };

/** @typedef {{ card: string, legs: string[] }} CardView */

/**
 * Draws the face of a card; front is up.
 * @param {CardView} card
 * @param {number} scale
 */
export function face(card, scale) {
  const size = [(WIDTH + 4) * scale, (HEIGHT + 4) * scale];
  return html`<svg viewBox="-2 -2 ${WIDTH + 4} ${HEIGHT + 4}" width=${size[0]} height=${size[1]} aria-hidden="true" data-piece=${card.card}>
    <rect class="board-face" width=${WIDTH} height=${HEIGHT} rx="9" />
    <g transform="translate(${WIDTH / 2} ${HEIGHT / 2})">
      ${leg(card, "L", "F")}${leg(card, "L", "M")}${leg(card, "L", "R")}
      ${leg(card, "R", "F")}${leg(card, "R", "M")}${leg(card, "R", "R")}
      <circle cy="-28" r="8" fill="var(--grey)" />
      <ellipse rx="13" ry="25" cy="2" fill="var(--grey)" />
      <path d="M0 -22 V26" stroke="var(--raised)" />
    </g>
  </svg>`;
}

/**
 * @param {CardView} card
 * @param {"L" | "R"} side
 * @param {"F" | "M" | "R"} row
 */
function leg(card, side, row) {
  const shown = card.legs.includes(side + row);
  const way = side === "L" ? -1 : 1;
  const y = ROWS[row];
  const path = `M${way * 9} ${y * 0.7} L${way * 20} ${y * 0.9 - 6} L${way * 28} ${y - 1}`;
  return shown
    ? html`<g stroke="var(--accent)" fill="var(--accent)"><path d=${path} fill="none" stroke-width="5" stroke-linecap="round" stroke-linejoin="round" /><path d="M${way * 28 - 6} ${y + 1} L${way * 28} ${y - 10} L${way * 28 + 6} ${y + 1} Z" stroke="none" /></g>`
    : html`<path d=${path} fill="none" stroke="var(--board-line)" stroke-width="2.5" stroke-linecap="round" />`;
}

/**
 * Names the legs of a card.
 * @param {any} components
 * @param {CardView} card
 * @param {"fr" | "en"} lang
 */
export function named(components, card, lang) {
  return card.legs
    .map((id) => components.legs.find((each) => each.id === id)?.[lang] ?? id)
    .join(", ");
}
