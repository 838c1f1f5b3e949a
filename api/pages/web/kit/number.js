// A number to choose: a field with steps in place of a button for each number.
// @ts-check
import { html, useEffect, useState } from "../vendor/preact.js";
import { t } from "../lib/i18n.js";

/** @typedef {import("./kit.js").Action} Action */

const FEW = 6; // actions that stay buttons
const FAR = 10; // numbers for which steps of five help

/**
 * Returns the field in which actions differ, if it is one whole number and they are many; else null.
 * @param {Action[]} actions
 * @returns {string | null}
 */
export function numberField(actions) {
  if (actions.length < FEW) return null;
  const [{ command }] = actions;
  const fields = Object.keys(command).filter((field) => actions.some((each) => each.command[field] !== command[field]));
  const [field] = fields;
  const whole = fields.length === 1 && actions.every((each) => Number.isInteger(each.command[field]));
  return whole ? field : null;
}

/**
 * @param {{ actions: Action[], field: string, pending: boolean, onChoose: (command: any) => void, onPoint?: (action: Action | null) => void }} props
 */
export function NumberChoice({ actions, field, pending, onChoose, onPoint = () => {} }) {
  const sorted = [...actions].sort((one, other) => one.command[field] - other.command[field]);
  const numbers = sorted.map(({ command }) => command[field]);
  const [least, most] = [numbers[0], numbers[numbers.length - 1]];
  const [wanted, setWanted] = useState(least);
  useEffect(() => setWanted(least), [least]);
  const action = sorted.findLast(({ command }) => command[field] <= wanted) ?? sorted[0];
  const value = action.command[field];
  const go = (/** @type {number} */ number) => {
    setWanted(Math.min(Math.max(number, least), most));
    onPoint(action);
  };
  const step = (/** @type {number} */ by) => html`<button type="button" aria-label=${t(by < 0 ? "less" : "more", { n: Math.abs(by) })}
    disabled=${by < 0 ? value <= least : value >= most} onClick=${() => go(value + by)}>${by < 0 ? "−" : "+"}${Math.abs(by) > 1 ? Math.abs(by) : ""}</button>`;
  const far = most - least >= FAR;
  return html`<div class="number-choice" data-number=${field}>
    ${far && step(-5)}${step(-1)}
    <input type="number" min=${least} max=${most} value=${value} aria-label=${action.label} onChange=${(event) => go(event.currentTarget.valueAsNumber || least)} />
    ${step(1)}${far && step(5)}
    <button type="button" class="action primary" data-action=${action.command.type} aria-label=${action.label} disabled=${pending} onClick=${() => onChoose(action.command)}>${action.label}</button>
  </div>`;
}
