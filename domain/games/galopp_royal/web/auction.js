// The auction: who bids, what lies face down, and the coins that can be bid.
import { Choices, html, NumberChoice, numberField, paint, pressing, seatName } from "#kit";
import { bearerCard, kindOf } from "./bearers.js";
import { TEXTS } from "./texts.js";

/** @typedef {import("#kit").BoardProps<import("#api").SchemaGaloppRoyalView & { auction: import("#api").SchemaGaloppRoyalAuctionView }, import("#api").SchemaGaloppRoyalView>} BoardProps */
/** @typedef {import("#kit").Action} Action */

/** @param {BoardProps} props */
export function auction(props) {
  const { view, seats, lang } = props;
  const text = TEXTS[lang];
  const { high, high_bidder: bidder, bidders } = view.auction;
  const best = bidder === null ? text.noBid : text.highBid(seatName(seats, bidder, lang), high);
  return html`<section>
    <h3 class="board-heading">${text.auction} — ${text.race(Math.min(view.race + 1, view.races), view.races)}, ${text.prizes} ${view.prizes.join(" · ")}</h3>
    <div class="galopp_royal-bidders">
      ${bidders.map((each) => bidderOf(props, each))}
      ${openCard(props)}
    </div>
    <p aria-live="polite" class="galopp_royal-best"><strong>${best}</strong></p>
    ${coins(props)}
  </section>`;
}

/**
 * @param {BoardProps} props
 * @param {import("#api").SchemaGaloppRoyalBidderView} bidder
 */
function bidderOf({ view, components, seats, lang }, bidder) {
  const text = TEXTS[lang];
  const turn = view.active === bidder.seat;
  const look = `galopp_royal-bidder${bidder.passed ? " galopp_royal-passed" : ""}${turn ? " board-turn" : ""}`;
  const cards = bidder.bearers ?? Array.from({ length: bidder.cards });
  const names = bidder.bearers ? bidder.bearers.map((/** @type {string} */ id) => kindOf(components, id)[`name_${lang}`]).join(", ") : text.hidden;
  return html`<div class=${look} style=${{ "--who": paint(view.chairs[bidder.seat].chair) }} data-bidder=${bidder.seat}>
    <span class="galopp_royal-display" role="img" aria-label=${names}>${cards.map((/** @type {string | undefined} */ id) => bearerCard(components, id))}</span>
    <span>${seatName(seats, bidder.seat, lang)}</span>
    <span class="board-small">${bidder.passed ? text.passed : `${view.chairs[bidder.seat].gold} ${text.gold}`}</span>
  </div>`;
}

/** @param {BoardProps} props */
function openCard({ view, components, lang }) {
  const id = view.auction.open;
  if (!id) return null;
  return html`<div class="galopp_royal-bidder" style=${{ "--who": "var(--line)" }}>
    <span class="galopp_royal-display" role="img" aria-label=${kindOf(components, id)[`name_${lang}`]}>${bearerCard(components, id)}</span>
    <span class="board-small">${TEXTS[lang].open}</span>
  </div>`;
}

/** @param {BoardProps} props */
function coins(props) {
  const bids = props.actions.filter(({ command }) => command.type === "galopp_royal.bid");
  const field = numberField(bids);
  const coin = (/** @type {Action} */ action) => html`<span key=${action.command.amount} ...${pressing(props, action, "galopp_royal-coin")}>${action.command.amount}</span>`;
  return html`<div class="board-choices">
    ${field ? html`<${NumberChoice} ...${props} actions=${bids} field=${field} />` : bids.map(coin)}
    <${Choices} board=${props} actions=${props.actions.filter((each) => !bids.includes(each))} />
  </div>`;
}
