// What events mean on the board: callouts, and the score sheet.

/** @typedef {import("#kit").TableEvent} TableEvent */

const at = (/** @type {number} */ seat) => `[data-player="${seat}"]`;

/**
 * Captures and points, at the players.
 * @param {TableEvent} event
 * @param {any} components
 * @returns {import("#kit").Mark[]}
 */
export function marks({ type, data }, components) {
  const worth = (/** @type {string} */ id) => components.romans.find((each) => each.id === id)?.value ?? 0;
  const card = data?.roman ?? data?.card;
  if (type === "asterix.pirate_taken") return [{ at: at(data.seat), text: "☠" }];
  if (type === "asterix.roman_captured" || type === "asterix.card_kept") return [{ at: at(data.seat), text: worth(card) ? `+${worth(card)}` : "☠" }];
  if (type === "asterix.card_given") return [{ at: at(data.to), text: worth(card) ? `+${worth(card)}` : "☠" }];
  if (type === "asterix.pirates_acted") return [{ at: at(data.seat), text: `−${data.freed.reduce((sum, each) => sum + worth(each.roman), 0)}` }];
  if (type === "asterix.round_scored") return data.scores.map((each, seat) => ({ at: at(seat), text: `+${each.points}` }));
  return [];
}

/**
 * For each round the values of the Romans, and the bonuses.
 * @param {import("#api").SchemaAsterixView} view
 * @param {TableEvent[]} events
 * @param {"fr" | "en"} lang
 * @returns {import("#kit").Row[]}
 */
export function sheet(view, events, lang) {
  const { romans, bonuses } = { en: { romans: "Romans", bonuses: "bonuses" }, fr: { romans: "Romains", bonuses: "bonus" } }[lang];
  const round = { en: "Round", fr: "Manche" }[lang];
  return (view.players[0]?.scores ?? []).flatMap((_, number) => [
    { label: `${round} ${number + 1} · ${romans}`, points: view.players.map(({ scores }) => scores[number].values) },
    { label: `${round} ${number + 1} · ${bonuses}`, points: view.players.map(({ scores }) => scores[number].bonuses) },
  ]);
}
