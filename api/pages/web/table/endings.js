// Ending a game early: resign, offer to end it without a result, agree or play on.
// @ts-check
import { listed, t } from "../lib/i18n.js";
import { nameOf } from "./seats.js";
import { client } from "../lib/session.js";
import { html, useState } from "../vendor/preact.js";

/** What a player who has not resigned may do about the end of a running game. */
export function Endings({ live }) {
  const { state } = live;
  const mine = state.seats[state.seat];
  if (!mine || mine.kind !== "person" || mine.resigned || !state.view) return null;
  return html`<section class="panel endings" aria-label=${t("ending")}>
    ${state.proposal && html`<p role="status">${t("end_offered", { names: listed(state.proposal.seats.map((seat) => nameOf(state.seats[seat]))) })}</p>`}
    <p class="row"><${Consent} live=${live} /><${Resign} live=${live} /></p>
  </section>`;
}

function Consent({ live }) {
  const { proposal, seat } = live.state;
  const path = `/v1/tables/${live.id}/end`;
  const agree = () => live.act(() => client.post(path));
  const decline = () => live.act(() => client.delete(path));
  if (!proposal) return html`<button type="button" class="plain" disabled=${live.pending} onClick=${agree}>${t("offer_end")}</button>`;
  return html`
    ${!proposal.seats.includes(seat) && html`<button type="button" disabled=${live.pending} onClick=${agree}>${t("agree_end")}</button>`}
    <button type="button" class="plain" disabled=${live.pending} onClick=${decline}>${t("play_on")}</button>`;
}

/** Two clicks, because nobody can take a resignation back. */
function Resign({ live }) {
  const [asked, setAsked] = useState(false);
  const resign = () => live.act(() => client.post(`/v1/tables/${live.id}/resign`));
  return html`<button type="button" class=${asked ? "" : "plain"} disabled=${live.pending} onBlur=${() => setAsked(false)}
    onClick=${() => (asked ? resign() : setAsked(true))}>${asked ? t("resign_sure") : t("resign")}</button>`;
}
