// The cards of bearers.
import { html } from "#preact";

const WIDTH = 46;
const HEIGHT = 64;

/**
 * Returns the kind of a bearer card, as the components describe it.
 * @param {any} components
 * @param {string} id
 */
export function kindOf(components, id) {
  return components.bearers.find((each) => id.split("-")[1] === each.kind);
}

/** @param {{ moves: number | null }} kind */
function move({ moves }) {
  if (moves === null) return "±2";
  return moves < 0 ? `−${-moves}` : String(moves);
}

/** @param {{ moves: number | null }} kind */
function look({ moves }) {
  if (moves === null) return "var(--violet)";
  return moves < 0 ? "var(--red)" : moves > 3 ? "var(--green)" : "var(--blue)";
}

/**
 * Draws a bearer card, an empty slot (null) or a card face down (undefined); `slot` is its number.
 * @param {any} components
 * @param {string | null | undefined} id
 * @param {number} [slot]
 * @param {boolean} [lit]
 */
export function bearerCard(components, id, slot, lit = false) {
  return html`<svg viewBox="-2 -2 ${WIDTH + 4} ${HEIGHT + (slot ? 18 : 4)}" width=${WIDTH + 4} height=${HEIGHT + (slot ? 18 : 4)}
    aria-hidden="true" data-piece=${id ?? ""}>
    ${id ? front(kindOf(components, id)) : back(id === null)}
    ${lit && html`<rect width=${WIDTH} height=${HEIGHT} rx="6" fill="none" stroke="var(--accent)" stroke-width="4" />`}
    ${slot && html`<text x=${WIDTH / 2} y=${HEIGHT + 14} text-anchor="middle" font-size="12" class="board-quiet">${slot}</text>`}
  </svg>`;
}

/** @param {any} kind */
function front(kind) {
  const colour = look(kind);
  const middle = WIDTH / 2;
  return html`<g>
    <rect class="board-face" width=${WIDTH} height=${HEIGHT} rx="6" />
    <path d="M0 40 H${WIDTH} V${HEIGHT - 6} Q${WIDTH} ${HEIGHT} ${WIDTH - 6} ${HEIGHT} H6 Q0 ${HEIGHT} 0 ${HEIGHT - 6} Z" fill=${colour} />
    <circle cx=${middle} cy="14" r="7" fill="var(--galopp-skin)" stroke="var(--ink)" />
    <path d="M${middle - 9} 40 Q${middle - 10} 22 ${middle} 22 Q${middle + 10} 22 ${middle + 9} 40 Z" fill=${colour} stroke="var(--ink)" />
    <path d="M${middle - 8} 12 Q${middle} 0 ${middle + 8} 12 Z" fill=${colour} stroke="var(--ink)" />
    <text x=${middle} y="59" text-anchor="middle" font-size="18" font-weight="700" style=${{ fill: "var(--ink-on-colour)" }}>${move(kind)}</text>
  </g>`;
}

/** @param {boolean} empty */
function back(empty) {
  return empty
    ? html`<rect width=${WIDTH} height=${HEIGHT} rx="6" fill="none" stroke="var(--board-line)" stroke-dasharray="4 4" />`
    : html`<g><rect class="board-back" width=${WIDTH} height=${HEIGHT} rx="6" /><path d="M12 16 H34 V48 H12 Z M12 16 L34 48 M34 16 L12 48" fill="none" stroke="var(--accent)" /></g>`;
}
