// The board of Nim: heaps of sticks; a stick takes itself and all after it.
import { html, pressing, seriesOf } from "#kit";

export { picture } from "./picture.js";

export function Board(props) {
  const { view, actions, lang, animate } = props;
  const heap = (sticks, number) => html`<div key=${number} class="nim-heap" data-heap=${number} role="group" aria-label="${{ en: "Heap", fr: "Tas" }[lang]} ${number + 1}: ${sticks}">
    ${Array.from({ length: sticks }, (_, n) => stick(number, sticks - n))}</div>`;
  const stick = (number, taken) => {
    const action = actions.find(({ command }) => command.heap === "ABC"[number] && command.sticks === taken);
    return action ? html`<span key=${taken} ...${pressing(props, action, "nim-stick")}></span>` : html`<span key=${taken} class="nim-stick"></span>`;
  };
  return html`<div class="board-stage nim ${animate ? "" : "board-still"}">${view.sticks.map(heap)}</div>`;
}

export function chart(views) {
  const left = (view) => view.sticks.reduce((sum, each) => sum + each, 0);
  return { label: { en: "Sticks left", fr: "Bâtons restants" }, series: seriesOf(views, (view) => [[0, left(view)], [1, left(view)]]) };
}

export const marks = ({ type, data }) => (type === "nim.sticks_taken" ? [{ at: ".nim", text: `−${data.sticks}` }] : []);
