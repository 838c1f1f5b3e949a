// Text that has to fit.

/**
 * Returns the text, cut with an ellipsis if it has more than so many characters.
 * @param {string} text
 * @param {number} most
 */
export function shortened(text, most) {
  const room = Math.max(2, Math.floor(most));
  return text.length <= room ? text : `${text.slice(0, room - 1)}…`;
}
