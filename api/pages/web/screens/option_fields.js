// The options of a game as form fields, made from the JSON schema and the texts that the API gives.
// @ts-check
import { Select } from "../lib/select.js";
import { nameOf } from "../kit/names.js";
import { lang, t, typeset, words } from "../lib/i18n.js";
import { html } from "../vendor/preact.js";

/**
 * @param {any} game @param {any} components null until they are loaded
 * @param {Record<string, unknown>} chosen @param {(chosen: Record<string, unknown>) => void} onChange
 */
export function optionFields(game, components, chosen, onChange) {
  const fields = Object.entries(game.options_schema?.properties ?? {}).filter(([, schema]) => kind(schema));
  if (!fields.length) return null;
  return html`<details class="options"><summary>${t("options")}</summary>
    ${fields.map(([name, schema]) => html`<div data-option=${name}><${Field} key=${name} schema=${schema}
      about=${described(game, name, schema)} spelled=${(value) => spelled(components, name, value)}
      value=${chosen[name] ?? game.options[name]} onPick=${(value) => onChange({ ...chosen, [name]: value })} /></div>`)}
  </details>`;
}

/** The name of an option and what it changes. @param {any} game @param {string} name @param {any} schema */
function described(game, name, schema) {
  const text = game.option_texts?.[name];
  return text ? typeset(`${words(text.name)}${lang() === "fr" ? " :" : ":"} ${words(text.text)}`) : String(schema.description ?? name).replace(/^[A-Z]+-[\d.]+: /, "");
}

/** A choice in words: as the texts of the game name it, or its components. @param {any} components @param {string} name @param {unknown} value */
function spelled(components, name, value) {
  const listed = components?.texts?.option_values?.[`${name}.${value}`];
  if (listed) return words(listed.name);
  const named = components ? nameOf(components, name, String(value), lang()) : String(value);
  return named === String(value) ? named.replaceAll("_", " ") : named;
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

function Field({ schema, about, spelled, value, onPick }) {
  if (kind(schema) === "boolean")
    return html`<label class="check"><input type="checkbox" checked=${value} onChange=${(event) => onPick(event.currentTarget.checked)} />${about}</label>`;
  if (kind(schema) === "choice")
    return html`<${Select} label=${about} value=${schema.enum.indexOf(value)} onPick=${(at) => onPick(schema.enum[Number(at)])}
      choices=${schema.enum.map((each, at) => [at, spelled(each)])} />`;
  if (kind(schema) === "several") return html`<${Several} about=${about} choices=${schema.items.enum} spelled=${spelled} value=${value} onPick=${onPick} />`;
  const { minimum, maximum, exclusiveMaximum } = number(schema);
  const pick = ({ validity, value: text }) => validity.valid && onPick(text === "" ? null : Number(text));
  return html`<label>${about}<input type="number" value=${value} min=${minimum} max=${maximum ?? (exclusiveMaximum ?? NaN) - 1} required=${schema.type === "integer"}
    placeholder=${t("default")} onChange=${(event) => pick(event.currentTarget)} /></label>`;
}

/** Some of a list, at least one. */
function Several({ about, choices, spelled, value, onPick }) {
  const pick = (each, wanted) => {
    const next = wanted ? [...value, each] : value.filter((one) => one !== each);
    if (next.length) onPick(next);
  };
  return html`<fieldset><legend>${about}</legend><div class="several">${choices.map((each) => html`<label class="check" key=${each}>
    <input type="checkbox" value=${each} checked=${value.includes(each)} disabled=${value.length === 1 && value[0] === each}
      onChange=${(event) => pick(each, event.currentTarget.checked)} />${spelled(each)}</label>`)}</div></fieldset>`;
}
