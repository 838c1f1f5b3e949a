// What events mean on the board: callouts, and the score sheet.

/** @typedef {import("#kit").TableEvent} TableEvent */

const at = (/** @type {number} */ seat) => `[data-seat="${seat}"]`;

/**
 * Overtaking, falling back and points, at the buggies.
 * @param {TableEvent} event
 * @returns {import("#kit").Mark[]}
 */
export function marks({ type, data }) {
  if (type === "gumball_rally.card_played" && data.passed.length > 0) return [{ at: at(data.seat), text: `▲ ${data.passed.length}` }];
  if (type === "gumball_rally.buggy_slowed" || type === "gumball_rally.buggies_slowed")
    return (data.seats ?? [data.seat]).map((/** @type {number} */ seat) => ({ at: at(seat), text: `▼ ${data.line.indexOf(seat) + 1}.` }));
  if (type?.endsWith("_scored")) return data.awards.map((/** @type {any} */ each) => ({ at: at(each.seat), text: `+${each.points}` }));
  return [];
}

/**
 * A row for each Checkpoint and for the finish.
 * @param {import("#api").SchemaGumballRallyView} view
 * @param {TableEvent[]} events
 * @param {"fr" | "en"} lang
 * @returns {import("#kit").Row[]}
 */
export function sheet(view, events, lang) {
  const scored = events.filter(({ type }) => type === "gumball_rally.checkpoint_scored" || type === "gumball_rally.finish_scored");
  return scored.map(({ type, data }, number) => ({
    label: type === "gumball_rally.finish_scored" ? { en: "Finish", fr: "Arrivée" }[lang] : `Checkpoint ${number + 1}`,
    points: view.line.map((_, seat) => data.awards.filter((each) => each.seat === seat).reduce((sum, each) => sum + each.points, 0)),
  }));
}
