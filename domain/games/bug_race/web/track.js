// One track: segments, notches on both sides, lines, and the bug with its six legs.
import { html, pressing, seatColour, seatName, shortened } from "#kit";
import { body } from "./body.js";
import { TEXTS } from "./texts.js";

/** @typedef {import("#kit").BoardProps<import("#api").SchemaBugRaceView>} BoardProps */
/** @typedef {{ segment: number, slot: number, lane: number, head: number, height: number, width: number }} Sizes */
/** @typedef {{ body: number, left: number[], right: number[] }} Stance */

const NUMBERED = 16; // pixels: in narrower segments only every fifth has its number

/**
 * Returns the sizes of one track for a board of this width.
 * @param {number} width
 * @param {number} segments
 * @returns {Sizes}
 */
export function sizes(width, segments) {
  const segment = width / segments;
  const slot = Math.min(34, segment * 0.72);
  const lane = Math.min(58, segment * 0.95);
  const head = 24;
  return { segment, slot, lane, head, height: head + 2 * slot + lane + 12, width };
}

/**
 * Draws the track of a seat.
 * @param {BoardProps} props
 * @param {import("#api").SchemaBugRaceTrackView} track
 * @param {Sizes} size
 * @param {string[]} shown the legs of the card that is pointed at
 */
export function trackOf(props, track, size, shown) {
  const mine = track.seat === props.me;
  const middle = size.head + size.slot + size.lane / 2;
  return html`<g transform="translate(0 ${track.seat * size.height})" data-track=${track.seat}>
    ${mine && html`<rect class="bug_race-mine" x="-6" y="0" width=${size.width + 12} height=${size.height - 4} rx="8" />`}
    ${heading(props, track, size)}
    <g transform="translate(0 ${middle})">
      ${ground(props.view.track, size)}
      ${legs(track, size, mine ? shown : [])}
      <g class="board-piece" data-body=${track.stance.body}
        style=${{ transform: `translate(${(track.stance.body - 1) * size.segment}px, 0px)` }}>
        ${body(track.bug, seatColour(track.seat), String(track.seat + 1), props.view.track.body_length * size.segment, size.lane * 0.8)}
      </g>
      ${mine && ghosts(props, track, size)}
    </g>
  </g>`;
}

/**
 * @param {BoardProps} props
 * @param {import("#api").SchemaBugRaceTrackView} track
 * @param {Sizes} size
 */
function heading({ seats, lang, view }, track, size) {
  const text = TEXTS[lang];
  const place = track.place ?? track.rank;
  const waits = track.chosen || !track.cards_to_play ? "✓" : view.phase === "draft" ? "…" : `${due(view, track)} ${text.left}`;
  const state = track.finished ? text.finished : waits;
  return html`<g>
    <text x="2" y="17" font-size="14" font-weight="600">${place}. ${shortened(seatName(seats, track.seat, lang), size.width / 14)}</text>
    <text x=${size.width - 2} y="17" font-size="13" text-anchor="end" class="board-quiet">${state}</text>
  </g>`;
}

/**
 * Returns how many cards a seat still plays in this turn.
 * @param {import("#api").SchemaBugRaceView} view
 * @param {import("#api").SchemaBugRaceTrackView} track
 * @returns {number}
 */
export function due(view, track) {
  return Math.min(track.cards_to_play, (view.turn ?? 1) * view.cards_per_turn - track.played.length);
}

/**
 * @param {import("#api").SchemaBugRaceTrack} track
 * @param {Sizes} size
 */
function ground(track, { segment, slot, lane, width }) {
  const finish = track.finish_line_after_segment * segment;
  const start = track.start_line_after_segment * segment;
  const cells = Array.from({ length: track.segments }, (_, index) => index);
  const notch = (/** @type {number} */ index) =>
    [-1, 1].map((side) => html`<circle class="bug_race-notch" cx=${(index + 0.5) * segment} cy=${(side * (lane + slot)) / 2} r=${slot * 0.3} />`);
  return html`<g>
    <rect class="bug_race-lane" x="0" y=${-lane / 2} width=${width} height=${lane} rx="6" />
    <rect class="bug_race-end" x=${finish} y=${-lane / 2} width=${width - finish} height=${lane} rx="6" />
    <path stroke="var(--board-line)" d=${cells.slice(1).map((index) => `M${index * segment} ${-lane / 2} V${lane / 2}`).join(" ")} />
    ${cells.map(notch)}
    ${cells.map((index) => index + 1).filter((number) => segment >= NUMBERED || number % 5 === 0).map((number) => html`<text class="board-quiet" data-segment=${number}
      x=${(number - 0.5) * segment} y=${lane / 2 + slot + 8} font-size="10" text-anchor="middle" aria-hidden="true">${number}</text>`)}
    <path d="M${start} ${-lane / 2 - slot} V${lane / 2 + slot}" stroke="var(--white)" stroke-width="4" />
    <path d="M${start} ${-lane / 2 - slot} V${lane / 2 + slot}" stroke="var(--grey)" stroke-width="1.5" />
    <path d="M${finish} ${-lane / 2 - slot} V${lane / 2 + slot}" stroke="var(--white)" stroke-width="7" />
    <path d="M${finish} ${-lane / 2 - slot} V${lane / 2 + slot}" stroke="var(--black)" stroke-width="7" stroke-dasharray="6 6" />
  </g>`;
}

const ROWS = ["R", "M", "F"];

/**
 * @param {import("#api").SchemaBugRaceTrackView} track
 * @param {Sizes} size
 * @param {string[]} shown
 */
function legs(track, size, shown) {
  /** @type {Stance} */
  const stance = track.stance;
  const side = (/** @type {"L" | "R"} */ name) => {
    const slots = name === "L" ? stance.left : stance.right;
    return slots.map((slot, row) => leg(track, size, name, row, slot, shown.includes(name + ROWS[row])));
  };
  return [...side("L"), ...side("R")];
}

/**
 * @param {import("#api").SchemaBugRaceTrackView} track
 * @param {Sizes} size
 * @param {"L" | "R"} side
 * @param {number} row
 * @param {number} slot
 * @param {boolean} shown
 */
function leg(track, size, side, row, slot, shown) {
  const way = side === "L" ? -1 : 1;
  const x = (slot - 0.5) * size.segment;
  const y = (way * (size.lane + size.slot)) / 2;
  const hip = (track.stance.body + row - 0.5) * size.segment;
  const knee = way * (size.lane / 2 + size.slot * 0.1);
  const path = `M ${hip} ${way * size.lane * 0.2} Q ${(hip + x) / 2} ${knee} ${x} ${y}`;
  return html`<g key=${side + row} data-leg=${side + ROWS[row]} data-slot=${slot}>
    <path class="bug_race-leg" d=${path} style=${{ d: `path("${path}")` }} stroke-width=${Math.max(3, size.slot * 0.14)} />
    <g class="board-piece" style=${{ transform: `translate(${x}px, ${y}px)` }}>
      <circle class="bug_race-foot ${shown ? "bug_race-shown" : ""}" r=${size.slot * 0.26} fill=${seatColour(track.seat)} />
    </g>
  </g>`;
}

/**
 * Where the body may step without a card.
 * @param {BoardProps} props
 * @param {import("#api").SchemaBugRaceTrackView} track
 * @param {Sizes} size
 */
function ghosts(props, track, size) {
  const length = props.view.track.body_length * size.segment;
  return props.actions
    .filter(({ command }) => command.type === "bug_race.advance")
    .map((action) => {
      const x = (track.stance.body - 1 + action.command.count) * size.segment;
      return html`<g key=${action.command.count} ...${pressing(props, action)}>
        <rect class="bug_race-ghost" x=${x + length - size.segment} y=${-size.lane / 2} width=${size.segment} height=${size.lane} rx="8" fill-opacity="0.6" />
        <path d="M${x + length - size.segment * 0.65} ${-size.lane * 0.2} l${size.segment * 0.3} ${size.lane * 0.2} l${-size.segment * 0.3} ${size.lane * 0.2}" fill="none" stroke="var(--can)" stroke-width="3" />
      </g>`;
    });
}
