// Open parameters: an action with more choices than its list shows, set field by field.
// @ts-check
import { t } from "../lib/i18n.js";
import { Select } from "../lib/select.js";
import { html, useState } from "../vendor/preact.js";

export function Parameters({ live, actions }) {
  const open = live.state.open_parameters ?? [];
  const commands = [...new Set(open.map((each) => each.command))].filter((type) => actions.some((action) => action.command.type === type));
  if (!commands.length) return null;
  return html`<details class="parameters"><summary>${t("set_up")}</summary>
    ${commands.map((type) => html`<${CommandForm} key=${type} live=${live} actions=${actions.filter((action) => action.command.type === type)}
      parameters=${open.filter((each) => each.command === type)} />`)}
  </details>`;
}

function CommandForm({ live, actions, parameters }) {
  const [index, setIndex] = useState(0);
  const [values, setValues] = useState(/** @type {Record<string, unknown>} */ ({}));
  const submit = (event) => {
    event.preventDefault();
    const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
    void live.send({ ...actions[index].command, ...given });
  };
  return html`<form onSubmit=${submit}>
    <${Select} label=${actions[0].group} value=${index} onPick=${(value) => setIndex(Number(value))} choices=${actions.map((action, n) => [n, action.label])} />
    ${parameters.map((each) => html`<${Parameter} key=${each.field} parameter=${each} value=${values[each.field]}
      onPick=${(value) => setValues({ ...values, [each.field]: value })} />`)}
    <button class="primary" disabled=${live.pending}>${t("send")}</button>
  </form>`;
}

function Parameter({ parameter, value, onPick }) {
  const { schema, choices, label } = parameter;
  if (schema.type === "array") return html`<${Steps} parameter=${parameter} value=${value ?? []} onPick=${onPick} />`;
  if (choices?.length) {
    const pick = (chosen) => onPick(chosen === "" ? undefined : choices[Number(chosen)].value);
    const at = choices.findIndex((each) => each.value === value);
    return html`<${Select} label=${label} value=${at < 0 ? "" : at} onPick=${pick} choices=${[["", t("default")], ...choices.map((each, n) => [n, each.label])]} />`;
  }
  if (schema.type === "integer")
    return html`<label>${label}<input type="number" min=${schema.minimum} max=${schema.maximum}
      onInput=${(event) => onPick(event.currentTarget.value === "" ? undefined : Number(event.currentTarget.value))} /></label>`;
  if (schema.type === "boolean")
    return html`<label class="check"><input type="checkbox" onChange=${(event) => onPick(event.currentTarget.checked)} />${label}</label>`;
  return html`<label>${label}<input type="text" onInput=${(event) => onPick(event.currentTarget.value || undefined)} /></label>`;
}

/** A list that is built choice by choice, in order. */
function Steps({ parameter, value, onPick }) {
  const labels = new Map(parameter.choices.map((each) => [JSON.stringify(each.value), each.label]));
  const text = value.map((each) => labels.get(JSON.stringify(each))).join(" → ");
  return html`<fieldset class="steps"><legend>${parameter.label}</legend>
    <p role="status">${text || t("none_chosen")}</p>
    <div class="choices">
      ${parameter.choices.map((each) => html`<button type="button" aria-label=${t("add_step", { step: each.label })} onClick=${() => onPick([...value, each.value])}>${each.label}</button>`)}
      <button type="button" class="plain" disabled=${!value.length} onClick=${() => onPick(value.slice(0, -1))}>${t("remove_last")}</button>
    </div>
  </fieldset>`;
}
