// A table before its start: free seats, bots, and the start by the host.
// @ts-check
import { t } from "../lib/i18n.js";
import { client, ensurePlayer, me } from "../lib/session.js";
import { nameOf } from "./seats.js";
import { html, useState } from "../vendor/preact.js";

export function WaitingRoom({ live }) {
  const { state, table, game } = live;
  const [bot, setBot] = useState("greedy");
  const player = me();
  const host = player?.id === table.host;
  const mine = state.seats.find((seat) => seat.player === player?.id);
  const path = `/v1/tables/${live.id}`;
  const free = Math.max(0, table.size - state.seats.length);
  const sit = async () => {
    await ensurePlayer();
    await client.post(`${path}/seats`, {});
    live.restart();
  };
  return html`<section class="panel waiting">
    <ol>
      ${state.seats.map((seat) => html`<li key=${seat.seat}><span>${nameOf(seat)}</span> <span class="quiet">${seat.kind === "bot" ? t("bot") : ""}</span>
        ${(host || seat.seat === mine?.seat) && html`<button type="button" class="plain" disabled=${live.pending}
          aria-label=${seat.seat === mine?.seat ? null : t("remove_player", { name: nameOf(seat) })}
          onClick=${() => live.act(() => client.delete(`${path}/seats/${seat.seat}`))}>${t(seat.seat === mine?.seat ? "leave" : "remove")}</button>`}</li>`)}
      ${Array.from({ length: free }, () => html`<li class="quiet">${t("free_seat")}</li>`)}
    </ol>
    <p class="row">
      ${!mine && free > 0 && html`<button type="button" class="primary" disabled=${live.pending} onClick=${() => live.act(sit)}>${t("sit")}</button>`}
      ${host && free > 0 && html`<select aria-label=${t("strength")} value=${bot} onChange=${(event) => setBot(event.currentTarget.value)}>
          <option value="greedy">${t("greedy")}</option><option value="random">${t("random")}</option></select>
        <button type="button" disabled=${live.pending} onClick=${() => live.act(() => client.post(`${path}/seats`, { bot }))}>${t("add_bot")}</button>`}
      ${host && state.seats.length >= game.fewest_seats && html`<button type="button" class="primary" disabled=${live.pending}
        onClick=${() => live.act(() => client.post(`${path}/start`))}>${t("start")}</button>`}
      ${host && html`<button type="button" class="plain" disabled=${live.pending}
        onClick=${() => live.act(() => client.delete(path))}>${t("cancel_table")}</button>`}
    </p>
    ${table.private || table.you.invitation ? html`<${Invitation} table=${table} />` : html`<p class="quiet">${t("share")}</p>`}
  </section>`;
}

/** The link with which the host invites people to see, join or watch a table; nothing for those who are not the host. @param {{ table: any }} props */
export function Invitation({ table }) {
  const [copied, setCopied] = useState(false);
  const path = table.you.invitation;
  if (!path) return null;
  const link = location.origin + path;
  return html`<div class="invitation">
    <p>${t("invitation")} <a href=${path}>${link}</a></p>
    <button type="button" onClick=${() => navigator.clipboard.writeText(link).then(() => setCopied(true))}>${copied ? t("copied") : t("copy_link")}</button>
  </div>`;
}
