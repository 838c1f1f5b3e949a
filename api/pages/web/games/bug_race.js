// The board of Bug Race: a track for every bug, its six legs, and the cards.
import { html } from "../vendor/preact.js";
import { seatName } from "../board.js";
import { body } from "./bug_race/body.js";
import { cards } from "./bug_race/table.js";
import { TEXTS } from "./bug_race/texts.js";
import { sizes, trackOf } from "./bug_race/track.js";
import { seriesOf } from "./drawing/charts.js";
import { useWidth } from "./drawing/width.js";

export const styles = ["drawing/boards.css", "bug_race.css"];

/** @typedef {import("./drawing/types.js").BoardProps} BoardProps */

/** @param {BoardProps} props */
export function Board(props) {
  const [ref, width] = useWidth(props.narrow);
  const { view } = props;
  const size = sizes(width, view.track.segments);
  const height = size.height * view.tracks.length;
  const acts = props.actions.some(({ command }) => command.type === "bug_race.advance");
  return html`<div class="board-stage bug_race ${props.animate ? "" : "board-still"}"><div class="board-split">
    <div ref=${ref}>
      <svg class="board" viewBox="0 0 ${width} ${height}" width="100%" height=${height}
        role=${acts ? "group" : "img"} aria-label=${described(props)}>
        ${view.tracks.map((/** @type {any} */ track) => trackOf(props, track, size, shown(props)))}
      </svg>
    </div>
    ${cards(props)}
  </div></div>`;
}

/**
 * Returns the legs of the card that the reader points at.
 * @param {BoardProps} props
 * @returns {string[]}
 */
function shown({ chosen, view }) {
  const held = [...(view.hand ?? []), ...(view.offered ?? [])];
  return held.find((card) => card.card === chosen?.command.card)?.legs ?? [];
}

/**
 * Says where every bug stands.
 * @param {BoardProps} props
 */
function described({ view, seats, lang }) {
  const text = TEXTS[lang];
  return view.tracks
    .map((/** @type {any} */ { seat, rank, covers, stance }) =>
      `${rank}. ${seatName(seats, seat, lang)}: ${text.segments} ${covers[0]}–${covers.at(-1)}, ${text.legs} ${stance.left.join(" ")} / ${stance.right.join(" ")}`)
    .join("; ");
}

/** A bug that stretches its legs. */
export function picture() {
  const leg = (/** @type {string} */ path) => html`<path d=${path} fill="none" stroke="var(--ink)" stroke-width="4" stroke-linecap="round" />`;
  return html`<svg viewBox="0 0 160 100" aria-hidden="true" class="bug_race">
    <rect width="160" height="100" rx="8" fill="var(--grass)" />
    <path d="M0 30 H160 V70 H0 Z" fill="var(--sand)" />
    <path d="M132 20 V80" stroke="var(--white)" stroke-width="7" /><path d="M132 20 V80" stroke="var(--black)" stroke-width="7" stroke-dasharray="6 6" />
    ${["M48 38 Q46 24 34 18", "M66 34 Q66 22 62 14", "M84 38 Q92 26 104 18", "M48 62 Q44 76 38 84", "M66 66 Q68 78 74 86", "M84 62 Q96 74 98 84"].map(leg)}
    <g transform="translate(22 50)">${body("ladybird", "var(--red)", "", 96, 40)}</g>
  </svg>`;
}

/**
 * How far the body has come, over time.
 * @param {{ version: number, view: any }[]} views
 * @returns {import("./drawing/types.js").Chart}
 */
export function chart(views) {
  const read = (/** @type {any} */ view) => view.tracks.map((/** @type {any} */ track) => [track.seat, track.stance.body]);
  return { label: { fr: "Segment du corps", en: "Segment of the body" }, series: seriesOf(views, read) };
}
