// The line of buggies on the road: from the right (in front) to the left, or top to bottom.
import { html, paint, seatName, shortened } from "#kit";
import { buggy } from "./buggy.js";
import { cardName, flag, raceFace } from "./cards.js";
import { TEXTS } from "./texts.js";

/** @typedef {import("#kit").BoardProps<import("#api").SchemaGumballRallyView>} BoardProps */
/** @typedef {{ seat: number, place: number, buggy: string, card: string | null, hand_size: number, points: number }} Buggy */

const ROW = 76;
const SLOT = 96; // the narrowest column for a buggy and its name

/**
 * Draws the road and the buggies on it in this width.
 * @param {BoardProps} props
 * @param {number} width
 */
export function line(props, width) {
  const { view, seats, lang } = props;
  const upright = width < 560 || (width - 56) / view.line.length < SLOT;
  /** @type {Buggy[]} */
  const inSeatOrder = [...view.line].sort((one, other) => one.seat - other.seat);
  const height = upright ? ROW * view.line.length + 34 : 236;
  const draw = upright ? row : column;
  return html`<svg class="board" viewBox="0 0 ${width} ${height}" width="100%" height=${height}
    role="img" aria-label=${described(props)}>
    ${upright ? tallRoad(height) : wideRoad(width)}
    ${inSeatOrder.map((each) => draw(props, each, width, seatName(seats, each.seat, lang)))}
  </svg>`;
}

/**
 * Says the line in words, front first.
 * @param {BoardProps} props
 */
function described({ view, seats, lang, components }) {
  const text = TEXTS[lang];
  return view.line
    .map((/** @type {Buggy} */ each) => {
      const card = each.card ? `, ${cardName(components, each.card, lang)}` : "";
      return `${each.place}. ${seatName(seats, each.seat, lang)}: ${each.points} ${text.points}${card}`;
    })
    .join("; ");
}

/** @param {number} width */
function wideRoad(width) {
  return html`<g>
    <rect class="gumball_rally-verge" y="44" width=${width} height="116" rx="12" />
    <rect class="gumball_rally-road" y="58" width=${width} height="88" />
    <path class="gumball_rally-lane" d="M0 102 H${width}" />
    <g transform="translate(${width - 22} 60) scale(1.6)">${flag(true)}</g>
  </g>`;
}

/** @param {number} height */
function tallRoad(height) {
  return html`<g>
    <rect class="gumball_rally-verge" x="30" width="116" height=${height} rx="12" />
    <rect class="gumball_rally-road" x="38" width="100" height=${height} />
    <path class="gumball_rally-lane" d="M88 0 V${height}" />
    <g transform="translate(88 16)">${flag(true)}</g>
  </g>`;
}

/**
 * @param {BoardProps} props
 * @param {Buggy} each
 * @param {number} width
 * @param {string} name
 */
function column({ view, components, lang }, each, width, name) {
  const slot = Math.min(190, (width - 56) / view.line.length);
  const x = width - 56 - slot * (each.place - 0.5);
  const size = Math.min(1.15, (slot - 8) / 100);
  const card = Math.min(50, slot * 0.5);
  const drawn = each.card && html`<g class="board-appear" transform="translate(${-card / 2} 152)">${raceFace(components, each.card, card)}</g>`;
  return html`<g key=${each.seat} class="board-piece" data-seat=${each.seat} data-place=${each.place}
    style=${{ transform: `translate(${x}px, 0px)` }}>
    ${view.active === each.seat && html`<rect class="gumball_rally-glow" x=${-slot / 2 + 2} y="2" width=${slot - 4} height="142" rx="10" fill-opacity="0.8" />`}
    <text y="18" text-anchor="middle" font-size="13" font-weight="600">${each.place}. ${shortened(name, slot / 8 - 3)}</text>
    <text y="36" text-anchor="middle" font-size="12" class="board-quiet">${each.points} ${TEXTS[lang].short}</text>
    <g transform="translate(0 104) scale(${size})">${buggy(paint(each.buggy), String(each.seat + 1))}</g>
    ${drawn}
  </g>`;
}

/**
 * @param {BoardProps} props
 * @param {Buggy} each
 * @param {number} width
 * @param {string} name
 */
function row({ view, components, lang }, each, width, name) {
  const y = 34 + ROW * (each.place - 0.5);
  const drawn = each.card && html`<g class="board-appear" transform="translate(${width - 50} -30)">${raceFace(components, each.card, 44)}</g>`;
  return html`<g key=${each.seat} class="board-piece" data-seat=${each.seat} data-place=${each.place}
    style=${{ transform: `translate(0px, ${y}px)` }}>
    ${view.active === each.seat && html`<rect class="gumball_rally-glow" x="2" y=${-ROW / 2 + 3} width=${width - 58} height=${ROW - 6} rx="10" fill-opacity="0.8" />`}
    <text x="15" y="6" text-anchor="middle" font-size="18" font-weight="700">${each.place}</text>
    <g transform="translate(88 0) scale(0.92)">${buggy(paint(each.buggy), String(each.seat + 1))}</g>
    <text x="156" y="-4" font-size="15" font-weight="600">${shortened(name, (width - 215) / 8.5)}</text>
    <text x="156" y="16" font-size="13" class="board-quiet">${each.points} ${TEXTS[lang].short}</text>
    ${drawn}
  </g>`;
}
