// The actions that were legal at a decision of the past, and a fork that continues from there.
// @ts-check
import { grouped } from "../table/actions.js";
import { lang, t } from "../lib/i18n.js";
import { Failure } from "../lib/notices.js";
import { go } from "../lib/router.js";
import { nameOf } from "../table/seats.js";
import { client, ensurePlayer } from "../lib/session.js";
import { html, useEffect, useState } from "../vendor/preact.js";

export function PastActions({ table, windows, at, seat }) {
  const decision = windows.position(null, at)?.decision;
  const [found, setFound] = useState(/** @type {any[] | null} */ (null));
  const [failure, setFailure] = useState(null);
  useEffect(() => setFound(null), [at, seat, lang()]);
  if (!decision) return html`<p class="panel quiet">${t("fork_between")}</p>`;
  const who = decision.seats.includes(seat) ? seat : decision.seats[0];
  const name = nameOf(table.seats[who]);
  const query = { at, seat: who, lang: lang() };
  const show = () => windows.read("actions", query).then((answer) => setFound(answer.actions), setFailure);
  const fork = async () => {
    try {
      await ensurePlayer();
      const made = await client.post(`/v1/tables/${table.id}/forks`, { at, seat: who, bot: "greedy" });
      go(`table/${made.id}`);
    } catch (problem) {
      setFailure(problem);
    }
  };
  return html`<section class="panel legal">
    <h2>${t("legal_then", { name })}</h2>
    ${failure && html`<${Failure} failure=${failure} />`}
    ${found && html`<ul class="choices">${grouped(found).flatMap(([group, actions]) => actions.map((action) => html`<li class="chip" title=${group}>${action.label}</li>`))}</ul>`}
    <p class="row">
      ${!found && html`<button type="button" onClick=${show}>${t("show_legal")}</button>`}
      <button type="button" onClick=${fork} aria-describedby="fork-help">${t("fork")}</button>
      <span class="quiet" id="fork-help">${t("fork_help", { name })}</span>
    </p>
  </section>`;
}
