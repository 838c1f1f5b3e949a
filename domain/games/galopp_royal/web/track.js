// The track: pond, START, spaces, stones with the arch, and a lane for every chair.
import { html, paint, pressing, seatName, shortened } from "#kit";
import { chair } from "./chair.js";
import { pushesOf } from "./crafty.js";
import { TEXTS } from "./texts.js";

/** A view during a race. @typedef {import("#api").SchemaGaloppRoyalView & { track: import("#api").SchemaGaloppRoyalTrackView }} Racing */
/** @typedef {import("#kit").BoardProps<Racing, import("#api").SchemaGaloppRoyalView>} BoardProps */
/** @typedef {import("#kit").Action} Action */
/** @typedef {{ first: number, last: number, step: number, lane: number, top: number, height: number, width: number, chair: number }} Sizes */

/**
 * @param {Racing} view
 * @param {number} width
 * @returns {Sizes}
 */
function sizes(view, width) {
  const first = view.terms.pond - 1.5;
  const last = Math.max(...view.terms.goals, view.track.goal) + 3;
  const lane = width < 560 ? 40 : 58;
  const top = 40;
  const step = width / (last - first);
  return { first, last, step, lane, top, height: top + lane * view.chairs.length + 30, width, chair: width < 560 ? 0.72 : 1.1 };
}

/**
 * Returns the x of a space; chairs beyond the ends stay on the board.
 * @param {Sizes} size
 * @param {number} position
 */
function at(size, position) {
  const shown = Math.min(Math.max(position, size.first + 0.9), size.last - 0.9);
  return (shown - size.first) * size.step;
}

/**
 * Draws the race in this width; `own` is the way chosen for the own chair of a +2/−2.
 * @param {BoardProps} props
 * @param {number} width
 * @param {number | undefined} own
 */
export function track(props, width, own) {
  const { view, lang } = props;
  const size = sizes(view, width);
  const acts = view.chairs.some((each) => pushesOf(props, own, each.seat).length > 0);
  return html`<svg class="board" viewBox="0 0 ${width} ${size.height}" width="100%" height=${size.height}
    role=${acts ? "group" : "img"} aria-label=${described(props)}>
    ${ground(view, size, lang)}
    ${stones(props, size)}
    ${view.chairs.map((each) => laneOf(props, each, size, pushesOf(props, own, each.seat)))}
  </svg>`;
}

/**
 * @param {Racing} view
 * @param {Sizes} size
 * @param {"en" | "fr"} lang
 */
function ground(view, size, lang) {
  const { top, lane, height, width } = size;
  const bottom = height - 30;
  const shore = at(size, view.track.pond) + size.step / 2;
  const start = at(size, view.track.start);
  const spaces = [];
  for (let space = view.track.pond + 1; space <= size.last - 1; space += 1) spaces.push(space);
  const lines = view.chairs.slice(1).map((_, /** @type {number} */ index) => `M${shore} ${top + lane * (index + 1)} H${width}`);
  return html`<g>
    <rect class="galopp_royal-lawn" y=${top - 8} width=${width} height=${bottom - top + 34} rx="12" />
    <rect class="galopp_royal-path" x=${shore - 4} y=${top} width=${width - shore + 4} height=${bottom - top} />
    <path d=${spaces.map((space) => `M${at(size, space) + size.step / 2} ${top} V${bottom}`).join(" ")} stroke="var(--board-line)" stroke-opacity="0.5" />
    <path d=${lines.join(" ")} stroke="var(--board-line)" stroke-dasharray="2 5" />
    ${pond(shore, top, bottom)}
    <path d="M${start} ${top} V${bottom}" stroke="var(--white)" stroke-width=${Math.max(5, size.step * 0.5)} />
    ${spaces.filter((space) => space % 5 === 0).map((space) => html`<text x=${at(size, space)} y=${top - 14} font-size="12" text-anchor="middle" class="board-quiet">${space === view.track.start ? TEXTS[lang].start : space}</text>`)}
  </g>`;
}

/**
 * @param {number} shore
 * @param {number} top
 * @param {number} bottom
 */
function pond(shore, top, bottom) {
  const middle = (top + bottom) / 2;
  const ripple = (/** @type {number} */ y) => html`<path d="M6 ${y} q6 -5 12 0 t12 0" fill="none" stroke="var(--white)" stroke-width="1.5" stroke-opacity="0.8" />`;
  const count = 4;
  const waves = Array.from({ length: count }, (_, index) => top + 14 + ((bottom - top - 24) * index) / (count - 1));
  return html`<g>
    <path class="galopp_royal-water" d="M0 ${top} Q${shore * 1.2} ${top} ${shore} ${(top + middle) / 2} Q${shore * 1.15} ${middle} ${shore} ${(bottom + middle) / 2} Q${shore * 1.2} ${bottom} 0 ${bottom} Z"
      stroke="var(--stone)" stroke-width="3" />
    ${waves.map(ripple)}
  </g>`;
}

/**
 * The stones of all races, and the arch over the one of this race.
 * @param {BoardProps} props
 * @param {Sizes} size
 */
function stones({ view, lang }, size) {
  const y = size.height - 14;
  const goal = at(size, view.track.goal);
  const radius = Math.min(11, Math.max(6, size.step * 0.46));
  const stone = (/** @type {number} */ space, /** @type {number} */ index) => html`<g data-stone=${space}>
    <ellipse cx=${at(size, space)} cy=${y} rx=${radius} ry="9" fill="var(--stone)" stroke="var(--ink)" stroke-opacity="0.4" />
    <text x=${at(size, space)} y=${y + 4} text-anchor="middle" font-size="11" font-weight="700" style=${{ fill: "#fff" }}>${index + 1}</text>
  </g>`;
  const half = Math.max(7, size.step * 0.55);
  const bottom = size.height - 30;
  return html`<g>
    ${view.terms.goals.map(stone)}
    <g data-goal=${view.track.goal} fill="var(--white)" stroke="var(--stone)" stroke-width="2">
      <path d="M${goal - half} ${bottom} V${size.top - 6} H${goal - half + 5} V${bottom} Z M${goal + half - 5} ${bottom} V${size.top - 6} H${goal + half} V${bottom} Z" fill-opacity="0.9" />
      <path d="M${goal - half - 4} ${size.top - 6} Q${goal} ${size.top - 26} ${goal + half + 4} ${size.top - 6} Z" />
    </g>
    <text x=${size.width - 2} y="12" text-anchor="end" font-size="13" font-weight="600">${TEXTS[lang].prizes} ${view.prizes.join(" · ")}</text>
    <text x="2" y="12" font-size="13" font-weight="600">${TEXTS[lang].race(view.race, view.races)}</text>
  </g>`;
}

/**
 * @param {BoardProps} props
 * @param {import("#api").SchemaGaloppRoyalChairView} each
 * @param {Sizes} size
 * @param {Action[]} pushes
 */
function laneOf(props, each, size, pushes) {
  if (each.position === null) return null;
  const { view, seats, lang, table } = props;
  const x = at(size, each.position);
  const y = size.top + size.lane * (each.seat + 0.5);
  const turn = view.active === each.seat && table.status === "running";
  const ring = { rx: 30 * size.chair + 6, ry: size.lane * 0.5 };
  const beside = (30 * size.chair + 12) * (x < size.width / 2 ? 1 : -1);
  return html`<g key=${each.seat} class="board-piece" data-seat=${each.seat} data-position=${each.position}
    style=${{ transform: `translate(${x}px, ${y + 3}px)` }}>
    ${turn && html`<ellipse class="galopp_royal-turn" ...${ring} />`}
    ${pushes.length > 0 && html`<g ...${pressing(props, pushes, "galopp_royal-push")}><ellipse class="galopp_royal-aim" ...${ring} /></g>`}
    <g class="galopp_royal-chair ${each.rank ? "galopp_royal-out" : ""}" transform="scale(${size.chair})">${chair(paint(each.chair), String(each.seat + 1))}</g>
    <text x=${beside} y="4" font-size="13" text-anchor=${beside > 0 ? "start" : "end"}>${shortened(seatName(seats, each.seat, lang), 16)}${each.rank ? ` · ${each.rank}.` : ""}</text>
  </g>`;
}

/**
 * Says where every chair stands.
 * @param {BoardProps} props
 */
function described({ view, seats, lang }) {
  const text = TEXTS[lang];
  const one = (each) => {
    const where = each.rank ? `${text.finished} ${each.rank}` : `${text.space} ${each.position}`;
    return `${seatName(seats, each.seat, lang)}: ${where}`;
  };
  return `${text.race(view.race, view.races)}. ${view.chairs.map(one).join("; ")}`;
}
