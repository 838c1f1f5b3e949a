// The colours that games name, as colours of the theme.

/** @type {Record<string, string>} */
const PAINTS = {
  green: "--green",
  red: "--red",
  blue: "--blue",
  yellow: "--yellow",
  orange: "--orange",
  purple: "--violet",
  white: "--white",
  pink: "--pink",
  black: "--black",
};

/**
 * Returns the paint for a colour word of a game; grey for a word that the theme does not know.
 * @param {string} word
 */
export function paint(word) {
  return `var(${PAINTS[word] ?? "--grey"})`;
}
