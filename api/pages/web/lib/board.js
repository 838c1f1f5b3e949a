// Helpers that boards share.
// @ts-check
import { t, words as chosenWords } from "./i18n.js";

/** @param {number} seat */
export const seatColour = (seat) => `var(--seat-${seat % 8})`;

/**
 * The pieces of a seat as its board paints them: their colours and marks.
 * @param {any} module @param {any} view @param {number} seat @returns {{ colour: string, mark: string }[]}
 */
export function tokensOf(module, view, seat) {
  return (view && module?.tokens?.(view, seat)) || [{ colour: seatColour(seat), mark: String(seat + 1) }];
}

/** Seats with names that differ: equal ones are followed by the number of their seat, as in the sentences of the server. @template {import("#api").SchemaListedSeat} S @param {S[]} seats @returns {S[]} */
export function distinct(seats) {
  const same = (/** @type {S} */ seat) => seat.name !== null && seats.some((each) => each !== seat && each.name === seat.name);
  return seats.map((seat) => (same(seat) ? { ...seat, name: `${seat.name} (${seat.seat + 1})` } : seat));
}

/** @param {any[]} seats @param {number} seat @param {string} [lang] */
export function seatName(seats, seat, lang) {
  void lang; // the page and its boards always have the same language
  return seats.find((each) => each.seat === seat)?.name ?? t("seat_n", { n: seat + 1 });
}

/** @param {any} text @param {string} [lang] */
export function words(text, lang) {
  if (lang && text && typeof text === "object" && lang in text) return String(text[lang]);
  return chosenWords(text);
}

/** Whether two actions, or their commands, are the same. @param {any} a @param {any} b */
export function sameAction(a, b) {
  if (!a || !b) return false;
  return a === b || canonical(a.command ?? a) === canonical(b.command ?? b);
}

/** @param {any} value @returns {string} */
function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value) ?? "null";
  const fields = Object.keys(value).sort().map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`);
  return `{${fields.join()}}`;
}

/**
 * Properties of a part of the board that acts when it is clicked, or entered with the keyboard. With several actions, the page asks which one is meant.
 * @param {{ action: any, pending?: boolean, onChoose: (chosen: any) => void, onPoint?: (action: any) => void, chosen?: any }} given
 */
export function acting({ action, pending = false, onChoose, onPoint = () => {}, chosen = null }) {
  const actions = [action].flat().filter(Boolean);
  if (!actions.length) return {};
  const choose = () => !pending && onChoose(actions.length > 1 ? actions : actions[0].command);
  return {
    role: "button",
    tabindex: 0,
    "aria-label": actions.map(({ label }) => label).join(" / "),
    "aria-disabled": pending ? "true" : undefined,
    class: actions.some((each) => sameAction(each, chosen)) ? "can chosen" : "can",
    onClick: choose,
    onKeyDown: (/** @type {KeyboardEvent} */ event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      choose();
    },
    onPointerEnter: () => onPoint(actions[0]),
    onPointerLeave: () => onPoint(null),
    onFocus: () => onPoint(actions[0]),
    onBlur: () => onPoint(null),
  };
}
