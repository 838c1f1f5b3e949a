// A labelled list of which one is chosen.
// @ts-check
import { html } from "../vendor/preact.js";

export function Select({ label, value, onPick, choices }) {
  return html`<label>${label}
    <select value=${value} onChange=${(event) => onPick(event.currentTarget.value)}>
      ${choices.map(([each, text]) => html`<option value=${each} selected=${String(each) === String(value)}>${text}</option>`)}
    </select>
  </label>`;
}
