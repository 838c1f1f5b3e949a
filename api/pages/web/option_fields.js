// The options of a game as form fields, made from the JSON schema that the API gives.
// @ts-check
import { t } from "./i18n.js";
import { html } from "./vendor/preact.js";

/** @param {any} game @param {Record<string, unknown>} chosen @param {(chosen: Record<string, unknown>) => void} onChange */
export function optionFields(game, chosen, onChange) {
  const fields = Object.entries(game.options_schema?.properties ?? {}).filter(([, schema]) => kind(schema));
  if (!fields.length) return null;
  return html`<details class="options"><summary>${t("options")}</summary>
    ${fields.map(([name, schema]) => html`<div data-option=${name}><${Field} key=${name} name=${name} schema=${schema}
      value=${chosen[name] ?? game.options[name]} onPick=${(value) => onChange({ ...chosen, [name]: value })} /></div>`)}
  </details>`;
}

/** Booleans, choices, lists of choices and numbers have a field; anything else keeps its default. @param {any} schema */
function kind(schema) {
  if (schema.type === "boolean") return "boolean";
  if (schema.type === "array" && Array.isArray(schema.items?.enum)) return "several";
  if (Array.isArray(schema.enum)) return "choice";
  return number(schema) ? "number" : null;
}

/** The schema of a whole number, which may be null as well: the rules decide then. @param {any} schema */
const number = (schema) => [schema, ...(schema.anyOf ?? [])].find((each) => each.type === "integer");

function Field({ name, schema, value, onPick }) {
  const about = String(schema.description ?? name).replace(/^[A-Z]+-[\d.]+: /, "");
  if (kind(schema) === "boolean")
    return html`<label class="check"><input type="checkbox" checked=${value} onChange=${(event) => onPick(event.currentTarget.checked)} />${about}</label>`;
  if (kind(schema) === "choice")
    return html`<label>${about}<select value=${value} onChange=${(event) => onPick(schema.enum[event.currentTarget.selectedIndex])}>
      ${schema.enum.map((each) => html`<option selected=${each === value}>${String(each).replaceAll("_", " ")}</option>`)}
    </select></label>`;
  if (kind(schema) === "several") return html`<${Several} about=${about} choices=${schema.items.enum} value=${value} onPick=${onPick} />`;
  const { minimum, maximum, exclusiveMaximum } = number(schema);
  const pick = ({ validity, value: text }) => validity.valid && onPick(text === "" ? null : Number(text));
  return html`<label>${about}<input type="number" value=${value} min=${minimum} max=${maximum ?? (exclusiveMaximum ?? NaN) - 1} required=${schema.type === "integer"}
    placeholder=${t("default")} onChange=${(event) => pick(event.currentTarget)} /></label>`;
}

/** Some of a list, at least one. */
function Several({ about, choices, value, onPick }) {
  const pick = (each, wanted) => {
    const next = wanted ? [...value, each] : value.filter((one) => one !== each);
    if (next.length) onPick(next);
  };
  return html`<fieldset><legend>${about}</legend>${choices.map((each) => html`<label class="check" key=${each}>
    <input type="checkbox" value=${each} checked=${value.includes(each)} disabled=${value.length === 1 && value[0] === each}
      onChange=${(event) => pick(each, event.currentTarget.checked)} />${String(each).replaceAll("_", " ")}</label>`)}</fieldset>`;
}
