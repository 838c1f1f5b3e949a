// Names, colours and texts of what a board draws.
// @ts-check

/** @typedef {"fr" | "en"} Lang */

/** The colours that games name, as colours of the theme. @type {Record<string, string>} */
const PAINTS = { green: "--green", red: "--red", blue: "--blue", yellow: "--yellow", orange: "--orange", purple: "--violet", white: "--white", pink: "--pink", black: "--black" };

/** The paint for a colour word of a game; grey for a word that the theme does not know. @param {string} word */
export const paint = (word) => `var(${PAINTS[word] ?? "--grey"})`;

/** The name of a thing; its id if the components do not name it. @param {any} components @param {string} kind @param {string | number} id @param {Lang} lang @returns {string} */
export const nameOf = (components, kind, id, lang) => components.texts?.[kind]?.[id]?.name[lang] ?? String(id);

/** What a thing does; an empty text if the components do not say it. @param {any} components @param {string} kind @param {string | number} id @param {Lang} lang @returns {string} */
export const textOf = (components, kind, id, lang) => components.texts?.[kind]?.[id]?.text?.[lang] ?? "";

/** The text, cut with an ellipsis if it has more than so many characters. @param {string} text @param {number} most */
export function shortened(text, most) {
  const room = Math.max(2, Math.floor(most));
  return text.length <= room ? text : `${text.slice(0, room - 1)}…`;
}

/** @typedef {import("./kit.js").Chart} Chart */

/**
 * The series of a chart: `read` lists [seat, number] pairs of a view.
 * @param {{ version: number, view: any }[]} views @param {(view: any) => [number, number][]} read @returns {Chart["series"]}
 */
export function seriesOf(views, read) {
  /** @type {Map<number, [number, number][]>} */
  const bySeat = new Map();
  for (const { version, view } of views)
    for (const [seat, number] of view ? read(view) : []) bySeat.set(seat, [...(bySeat.get(seat) ?? []), [version, number]]);
  return [...bySeat].sort(([one], [other]) => one - other).map(([seat, points]) => ({ seat, points }));
}
