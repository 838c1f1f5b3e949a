// Times as texts, and milliseconds after them.

export const DAY = 86_400_000;

/** @param {string} time @param {number} milliseconds */
export const after = (time, milliseconds) => {
  const moment = new Date(Date.parse(time) + milliseconds);
  return Number.isNaN(moment.getTime()) ? "beyond the calendar" : moment.toISOString();
};
