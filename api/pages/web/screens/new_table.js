// The dialog that opens a table: against bots, or for other people.
// @ts-check
import { Select } from "../lib/select.js";
import { componentsOf } from "../lib/games.js";
import { useLoaded } from "../lib/hooks.js";
import { keep, read, t, words } from "../lib/i18n.js";
import { Failure } from "../lib/notices.js";
import { optionFields } from "./option_fields.js";
import { go } from "../lib/router.js";
import { client, ensurePlayer, tokenIsUnknown } from "../lib/session.js";
import { Picture } from "./game_list.js";
import { html, useEffect, useRef, useState } from "../vendor/preact.js";

const WATCHERS = [["everyone", "watch_everyone"], ["invited", "watch_invited"], ["nobody", "watch_nobody"]];
/** @typedef {{ size: number, clock: any, options: any, hidden: boolean, watch: string | null }} Wish */

/** @type {Record<string, any>} the clocks to choose from, by the name of their text */
const CLOCKS = {
  no: ["no_clock", null],
  rules: ["rules_clock", { kind: "per_decision" }],
  minute: ["minute_clock", { kind: "per_decision", seconds: 60 }],
  fischer: ["fischer_clock", { kind: "fischer", bank_seconds: 300, increment_seconds: 5 }],
  bank: ["bank_clock", { kind: "bank", bank_seconds: 1200 }],
  correspondence: ["correspondence_clock", { kind: "correspondence", days: 1 }],
};

/** Play against bots with one request. @param {any} game @param {Wish & { bot: string }} wish */
const playBots = (game, { bot, ...wish }) => openTable(game, wish, { bots: Array(wish.size - 1).fill(bot), start: true });

/** @param {any} game @param {Wish} wish */
const invite = (game, wish) => openTable(game, wish);

/** @param {any} game @param {Wish} wish @param {object} [more] */
async function openTable(game, { size, clock, options, hidden, watch }, more = {}) {
  await ensurePlayer();
  return (await client.post("/v1/tables", { game: game.key, seats: size, sit: true, clock, options, private: hidden, watch, ...more })).id;
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

/** The preset that was last played; the first game of a player is short. @param {any} game */
function usual(game) {
  const kept = read(`ludotheque.preset.${game.key}`);
  return game.presets.find(({ name }) => name === kept) ?? game.presets[0] ?? null;
}

export function NewTable({ game, onClose }) {
  const dialog = useRef(null);
  const [preset, setPreset] = useState(usual(game));
  const [size, setSize] = useState(preset?.seats ?? Math.max(game.fewest_seats, Math.min(3, game.most_seats)));
  const [bot, setBot] = useState("greedy");
  const [clock, setClock] = useState("no");
  const [options, setOptions] = useState(preset?.options ?? {});
  const [hidden, setHidden] = useState(false);
  const [watch, setWatch] = useState("everyone");
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState(null);
  const { value: components } = useLoaded(() => componentsOf(game.key), [game.key]);
  useEffect(() => dialog.current?.showModal(), []);

  const wish = { size, bot, clock: CLOCKS[clock][1], options, hidden, watch };
  async function open(how) {
    setBusy(true);
    setFailure(null);
    if (preset) keep(`ludotheque.preset.${game.key}`, preset.name);
    try {
      go(`table/${await withPlayer(() => how(game, wish))}`);
    } catch (problem) {
      setFailure(problem);
      setBusy(false);
    }
  }

  /** Those who do not see a private table cannot watch it. @param {string} who */
  const see = (who) => {
    setHidden(who === "private");
    if (watch !== "nobody") setWatch(who === "private" ? "invited" : "everyone");
  };
  const begin = (/** @type {any} */ chosen) => {
    setPreset(chosen);
    setSize(chosen.seats);
    setOptions(chosen.options);
  };
  const sizes = Array.from({ length: game.most_seats - game.fewest_seats + 1 }, (_, n) => game.fewest_seats + n);
  return html`<dialog ref=${dialog} class="new-table" aria-labelledby="new-table" onClose=${onClose}>
    <form method="dialog" onSubmit=${(event) => { event.preventDefault(); void open(playBots); }}>
      <header><${Picture} game=${game} /><h2 id="new-table">${t("new_game", { game: words(game.title) })}</h2></header>
      ${game.presets.length > 0 && html`<fieldset class="presets"><legend>${t("how_long")}</legend>
        ${game.presets.map((each) => html`<button type="button" key=${each.name} aria-pressed=${String(each === preset)} onClick=${() => begin(each)}>
          <strong>${t(each.name)}</strong> <span>${t("minutes", { time: each.minutes })}</span></button>`)}
      </fieldset>`}
      <div class="fields">
        <${Select} label=${t("how_many")} value=${size} onPick=${(value) => setSize(Number(value))} choices=${sizes.map((n) => [n, n])} />
        <${Select} label=${t("strength")} value=${bot} onPick=${setBot} choices=${[["greedy", t("greedy")], ["random", t("random")]]} />
        <${Select} label=${t("pace")} value=${clock} onPick=${setClock}
          choices=${Object.entries(CLOCKS).map(([name, [text]]) => [name, t(text)])} />
        <${Select} label=${t("visibility")} value=${hidden ? "private" : "public"} onPick=${see} choices=${[["public", t("public_table")], ["private", t("private_table")]]} />
        <${Select} label=${t("spectators")} value=${watch} onPick=${setWatch}
          choices=${WATCHERS.slice(hidden ? 1 : 0).map(([who, text]) => [who, t(text)])} />
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
