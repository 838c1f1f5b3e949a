// The dialog that opens a table: against bots, or for other people.
// @ts-check
import { Choice } from "./choice.js";
import { componentsOf } from "./games.js";
import { useLoaded } from "./hooks.js";
import { t, words } from "./i18n.js";
import { Failure } from "./notices.js";
import { optionFields } from "./option_fields.js";
import { go } from "./router.js";
import { client, ensurePlayer, tokenIsUnknown } from "./session.js";
import { Picture } from "./shelf.js";
import { html, useEffect, useRef, useState } from "./vendor/preact.js";

/** Open a table, seat the bots and start. @param {any} game @param {{ size: number, bot: string, clock: any, options: any }} wish */
async function playBots(game, { size, bot, clock, options }) {
  await ensurePlayer();
  const table = await client.post("/v1/tables", { game: game.key, seats: size, sit: true, clock, options });
  for (let seat = 1; seat < size; seat += 1) await client.post(`/v1/tables/${table.id}/seats`, { bot });
  await client.post(`/v1/tables/${table.id}/start`);
  return table.id;
}

async function invite(game, { size, clock, options }) {
  await ensurePlayer();
  const table = await client.post("/v1/tables", { game: game.key, seats: size, sit: true, clock, options });
  return table.id;
}

/** Run it; a token that the server has forgotten is replaced once. */
async function withPlayer(open) {
  try {
    return await open();
  } catch (failure) {
    if (!tokenIsUnknown(failure)) throw failure;
    return open();
  }
}

/** Open the same kind of table again. @param {any} game @param {any} wish */
export const openAgainstBots = (game, wish) => withPlayer(() => playBots(game, wish));

export function NewTable({ game, onClose }) {
  const dialog = useRef(null);
  const [size, setSize] = useState(Math.max(game.fewest_seats, Math.min(3, game.most_seats)));
  const [bot, setBot] = useState("greedy");
  const [clock, setClock] = useState("none");
  const [options, setOptions] = useState({});
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState(null);
  const { value: components } = useLoaded(() => componentsOf(game.key), [game.key]);
  useEffect(() => dialog.current?.showModal(), []);

  const wish = { size, bot, clock: clock === "none" ? null : clock === "rules" ? "rules" : Number(clock), options };
  async function open(how) {
    setBusy(true);
    setFailure(null);
    try {
      go(`table/${await withPlayer(() => how(game, wish))}`);
    } catch (problem) {
      setFailure(problem);
      setBusy(false);
    }
  }

  const sizes = Array.from({ length: game.most_seats - game.fewest_seats + 1 }, (_, n) => game.fewest_seats + n);
  return html`<dialog ref=${dialog} class="new-table" aria-labelledby="new-table" onClose=${onClose}>
    <form method="dialog" onSubmit=${(event) => { event.preventDefault(); void open(playBots); }}>
      <header><${Picture} game=${game} /><h2 id="new-table">${t("new_game", { game: words(game.title) })}</h2></header>
      <div class="fields">
        <${Choice} label=${t("how_many")} value=${size} onPick=${(value) => setSize(Number(value))} choices=${sizes.map((n) => [n, n])} />
        <${Choice} label=${t("strength")} value=${bot} onPick=${setBot} choices=${[["greedy", t("greedy")], ["random", t("random")]]} />
        <${Choice} label=${t("pace")} value=${clock} onPick=${setClock}
          choices=${[["none", t("no_clock")], ["rules", t("rules_clock")], ["60", t("seconds", { n: 60 })]]} />
      </div>
      ${optionFields(game, components, options, setOptions)}
      ${failure && html`<${Failure} failure=${failure} />`}
      <footer>
        <button type="button" class="plain" onClick=${() => dialog.current?.close()}>${t("cancel")}</button>
        <button type="button" disabled=${busy} onClick=${() => open(invite)}>${t("invite")}</button>
        <button class="primary" disabled=${busy}>${busy ? t("opening") : t("play_bots")}</button>
      </footer>
    </form>
  </dialog>`;
}
