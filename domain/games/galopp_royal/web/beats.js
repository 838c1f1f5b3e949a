// What events mean on the board: callouts, and the score sheet.

/** @typedef {import("#kit").TableEvent} TableEvent */

const signed = (/** @type {number} */ number) => `${number < 0 ? "−" : "+"}${Math.abs(number)}`;
const bidder = (/** @type {number} */ seat) => `[data-bidder="${seat}"]`;
const chair = (/** @type {number} */ seat) => `[data-position][data-seat="${seat}"]`;
const display = (/** @type {number} */ seat) => `[data-display="${seat}"]`;

/** @type {Record<string, (data: any) => import("#kit").Mark[]>} */
const MARKS = {
  bid_placed: ({ seat, amount }) => [{ at: bidder(seat), text: String(amount) }],
  bidder_passed: ({ seat }) => [{ at: bidder(seat), text: "✕" }],
  team_sold: ({ seat, price }) => [{ at: display(seat), text: signed(-price) }],
  last_team_paid: ({ seat, price }) => [{ at: display(seat), text: signed(-price) }],
  chair_moved: ({ seat, by, to }) => [{ at: chair(seat), text: `${signed(by)} → ${to}` }],
  chair_finished: ({ seat, rank }) => [{ at: chair(seat), text: `${rank}.` }],
  chair_drowned: ({ seat, rank }) => [{ at: chair(seat), text: `${rank}.` }],
  prizes_paid: ({ awards }) => awards.map((/** @type {any} */ each) => ({ at: display(each.seat), text: signed(each.gold) })),
};

/**
 * Bids, moves, ranks and gold.
 * @param {TableEvent} event
 * @returns {import("#kit").Mark[]}
 */
export function marks({ type, data }) {
  return MARKS[type?.split(".")[1] ?? ""]?.(data) ?? [];
}

const WORDS = {
  en: { start: "Purse at the start", team: "Teams bought", prizes: (/** @type {number} */ race) => `Prizes of race ${race}`, partner: "Purse of the partner" },
  fr: { start: "Bourse au départ", team: "Équipes achetées", prizes: (/** @type {number} */ race) => `Prix de la course ${race}`, partner: "Bourse du partenaire" },
};

/**
 * The gold at the start, what the teams have cost, and the prizes.
 * @param {import("#api").SchemaGaloppRoyalView} view
 * @param {TableEvent[]} events
 * @param {"fr" | "en"} lang
 * @returns {import("#kit").Row[]}
 */
export function sheet(view, events, lang) {
  const text = WORDS[lang];
  const of = (/** @type {string} */ name) => events.filter(({ type }) => type === `galopp_royal.${name}`).map(({ data }) => data);
  const paid = [...of("team_sold"), ...of("last_team_paid")];
  const bySeat = (/** @type {(seat: number) => number} */ count) => view.chairs.map(({ seat }) => count(seat));
  const rows = [
    { label: text.start, points: of("chairs_lined_up")[0]?.gold ?? bySeat(() => 0) },
    { label: text.team, points: bySeat((seat) => -paid.filter((each) => each.seat === seat).reduce((sum, each) => sum + each.price, 0)) },
    ...of("prizes_paid").map(({ race, awards }) => ({
      label: text.prizes(race), points: bySeat((seat) => awards.filter((each) => each.seat === seat).reduce((sum, each) => sum + each.gold, 0)),
    })),
  ];
  if (!view.terms.two_users) return rows;
  const purses = bySeat((seat) => rows.reduce((sum, row) => sum + row.points[seat], 0));
  return [...rows, { label: text.partner, points: bySeat((seat) => purses[(seat + 2) % purses.length]) }];
}
