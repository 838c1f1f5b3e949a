// The hand: cards are laid for a snail, discarded, or played as a reaction.
import { Card, Choices, Hand as Held, html, pressing, toggling, useEffect, useState } from "#kit";
import { card, effect, kindOf, named } from "./cards.js";
import { placedActions } from "./circuit.js";
import { TEXTS } from "./texts.js";

/** @typedef {import("#kit").BoardProps<import("#api").SchemaGasterospeedView>} BoardProps */
/** @typedef {import("#kit").Action} Action */
/** @typedef {{ snail: number | null, picked: string | null }} Picked */

/**
 * The hand of the reader and the choices that have no place elsewhere.
 * @param {{ board: BoardProps }} props
 */
export function Hand({ board }) {
  const { table, lang } = board;
  const [snail, setSnail] = useState(/** @type {number | null} */ (null));
  const [picked, setPicked] = useState(/** @type {string | null} */ (null));
  const number = table.decision?.number;
  useEffect(() => {
    setSnail(null);
    setPicked(null);
  }, [number]);
  const { left } = placedActions(board);
  const snails = [...new Set(left.filter(isLaying).map(({ command }) => command.snail))];
  const current = snails.includes(snail) ? snail : (snails[0] ?? null);
  const { cards, others } = sorted(board, left, current);
  return html`<div class="board-aside">
    <${Held} board=${board} title=${cards.some(({ pairs }) => pairs.length > 0) ? TEXTS[lang].pickTwo : TEXTS[lang].hand}>${cards.map((each) => handCard(board, each, picked, setPicked))}<//>
    ${snails.length > 1 && selector(board, snails, current, setSnail)}
    <${Choices} board=${board} actions=${others} />
  </div>`;
}

/** @param {Action} action */
function isLaying({ command }) {
  return command.type === "gasterospeed.commit_speed" || command.type === "gasterospeed.commit_action";
}

/**
 * @typedef {{ id: string, play?: Action, discard?: Action, pairs: Action[] }} Uses
 *
 * Gives every card of the hand its actions; the others have none.
 * @param {BoardProps} board
 * @param {Action[]} left
 * @param {number | null} snail
 * @returns {{ cards: Uses[], others: Action[] }}
 */
function sorted({ view, components }, left, snail) {
  const taken = new Set();
  /** @type {(wanted: (command: any) => boolean) => Action | undefined} */
  const first = (wanted) => {
    const found = left.find((action) => !taken.has(action) && wanted(action.command));
    if (found) taken.add(found);
    return found;
  };
  const cards = (view.hand ?? []).map((/** @type {string} */ id) => {
    const laid = (command) => command.card === id && command.snail === snail;
    const kind = kindOf(components, id)?.id;
    return {
      id,
      play: first((command) => (laid(command) && !command.discard) || (command.type === "gasterospeed.react" && command.card === kind)),
      discard: first((command) => laid(command) && command.discard),
      pairs: left.filter(({ command }) => command.type === "gasterospeed.discard_two" && command.cards.includes(id)),
    };
  });
  const other = (/** @type {Action} */ action) =>
    !taken.has(action) && action.command.type !== "gasterospeed.discard_two" && !(isLaying(action) && action.command.card !== null && action.command.snail !== snail);
  return { cards, others: left.filter(other) };
}

/**
 * @param {BoardProps} board
 * @param {number[]} snails
 * @param {number | null} current
 * @param {(snail: number) => void} choose
 */
function selector({ view, lang }, snails, current, choose) {
  const one = (/** @type {number} */ each) => {
    const { name } = view.snails[each];
    return html`<span key=${each} ...${toggling(`${TEXTS[lang].forSnail} ${name}`, () => choose(each), each === current, "board-chip")}>${name}</span>`;
  };
  return html`<div class="board-choices"><span class="board-heading">${TEXTS[lang].forSnail}</span>${snails.map(one)}</div>`;
}

/**
 * @param {BoardProps} board
 * @param {Uses} held
 * @param {string | null} picked
 * @param {(card: string | null) => void} pick
 */
function handCard(board, held, picked, pick) {
  const { components, lang } = board;
  const label = named(components, held.id, lang);
  return html`<${Card} key=${held.id} board=${board} face=${card(components, held.id, lang)} label=${label} text=${effect(components, held.id, lang)}
    attributes=${use(board, held, picked, pick, label)}>
    ${held.discard && html`<span ...${pressing(board, held.discard, "board-chip")}>${TEXTS[lang].discard}</span>`}
  <//>`;
}

/**
 * Returns the attributes of a card: it plays, it is picked, it completes what was picked, or nothing.
 * @param {BoardProps} board
 * @param {Uses} held
 * @param {string | null} picked
 * @param {(card: string | null) => void} pick
 * @param {string} label
 */
function use(board, { id, play, pairs }, picked, pick, label) {
  if (play) return pressing(board, play, "board-over");
  const whole = pairs.find(({ command }) => command.cards.length === 1 || (picked !== id && command.cards.includes(picked)));
  if (whole) return pressing(board, whole, "board-over");
  if (pairs.length > 0) return toggling(label, () => pick(picked === id ? null : id), picked === id, "board-over");
  return null;
}
