// What events mean on the board: callouts, and the score sheet.

/** @typedef {import("#kit").TableEvent} TableEvent */

const at = (/** @type {number} */ seat) => `[data-track="${seat}"] [data-body]`;

/**
 * Steps of the body and places, at the bugs.
 * @param {TableEvent} event
 * @returns {import("#kit").Mark[]}
 */
export function marks({ type, data }) {
  if (type === "bug_race.body_advanced" || type === "bug_race.body_followed") return [{ at: at(data.seat), text: `+${data.count} → ${data.stance.body}` }];
  if (type === "bug_race.card_played") return [{ at: at(data.seat), text: `${data.steps.length} ✓` }];
  if (type === "bug_race.bug_placed") return [{ at: at(data.seat), text: `${data.place}.` }];
  return [];
}

/**
 * The segment at the start, and how far each bug came in each round.
 * @param {import("#api").SchemaBugRaceView} view
 * @param {TableEvent[]} events
 * @param {"fr" | "en"} lang
 * @returns {import("#kit").Row[]}
 */
export function sheet(view, events, lang) {
  const { start, round } = { en: { start: "Start", round: "Round" }, fr: { start: "Départ", round: "Manche" } }[lang];
  const first = events.find(({ type }) => type === "bug_race.race_set_up")?.data.start.body ?? 0;
  const rows = [{ label: start, points: view.tracks.map(() => first) }];
  const bodies = view.tracks.map(() => first);
  for (const { type, data } of events) {
    if (type === "bug_race.round_dealt") rows.push({ label: `${round} ${data.round}`, points: view.tracks.map(() => 0) });
    if (!data?.stance) continue;
    rows[rows.length - 1].points[data.seat] += data.stance.body - bodies[data.seat];
    bodies[data.seat] = data.stance.body;
  }
  return rows;
}
