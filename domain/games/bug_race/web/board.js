// The board of Bug Race: a track for every bug, its six legs, and the cards.
import { html, seatName, seriesOf, useWidth } from "#kit";
import { cards } from "./table.js";
import { TEXTS } from "./texts.js";
import { sizes, trackOf } from "./track.js";

export { marks, sheet } from "./beats.js";
export { picture } from "./picture.js";

/** @typedef {import("#kit").BoardProps<import("#api").SchemaBugRaceView>} BoardProps */

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
        ${view.tracks.map((track) => trackOf(props, track, size, shown(props)))}
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
    .map(({ seat, rank, covers, stance }) =>
      `${rank}. ${seatName(seats, seat, lang)}: ${text.segments} ${covers[0]}–${covers.at(-1)}, ${text.legs} ${stance.left.join(" ")} / ${stance.right.join(" ")}`)
    .join("; ");
}

/**
 * How far the body has come, over time.
 * @param {{ version: number, view: import("#api").SchemaBugRaceView }[]} views
 * @returns {import("#kit").Chart}
 */
export function chart(views) {
  const read = (view) => view.tracks.map((track) => [track.seat, track.stance.body]);
  return { label: { fr: "Segment du corps", en: "Segment of the body" }, series: seriesOf(views, read) };
}
