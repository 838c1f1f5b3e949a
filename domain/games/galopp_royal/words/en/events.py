"""Auctions and races in English."""

from domain.games.galopp_royal import auction_events as bid
from domain.games.galopp_royal import race_events as race
from domain.games.galopp_royal.words import signed
from domain.games.galopp_royal.words.en._terms import bearer, bearers, gold
from domain.kernel.words.en import Names, counted, listed, ordinal

auction_failed = "Nobody wants this team."


def chairs_lined_up(event: race.ChairsLinedUp, names: Names) -> str:
    return f"{len(event.chairs)} sedan chairs line up; {names.seat(event.first)} begins."


def pile_shuffled(event: bid.PileShuffled, names: Names) -> str:
    n = len(event.pile)
    return f"{counted(n, 'bearer')} {'is' if n == 1 else 'are'} shuffled."


def auction_opened(event: bid.AuctionOpened, names: Names) -> str:
    team = "A team" if event.kind == "start" else "A replacement team"
    opens = "must open" if event.forced else "opens"
    return f"{team} is put up for auction; {names.seat(event.bidders[0])} {opens}."


def discards_reshuffled(event: bid.DiscardsReshuffled, names: Names) -> str:
    discards = counted(event.cards, "discard")
    return f"The pile was empty: {discards} {'is' if event.cards == 1 else 'are'} shuffled."


def bearer_dealt(event: bid.BearerDealt, names: Names) -> str:
    return f"{names.begin(event.seat)} is dealt {bearer(event.bearer)}."


def open_bearer_turned(event: bid.OpenBearerTurned, names: Names) -> str:
    return f"The open card is {bearer(event.bearer)}."


def bid_placed(event: bid.BidPlaced, names: Names) -> str:
    return f"{names.begin(event.seat)} bids {gold(event.amount)}."


def bidder_passed(event: bid.BidderPassed, names: Names) -> str:
    return f"{names.begin(event.seat)} passes{' and discards' * event.discards}."


def team_dismissed(event: bid.TeamDismissed, names: Names) -> str:
    return f"{names.begin(event.seat)} dismisses {bearers(event.bearers)}."


def team_sold(event: bid.TeamSold, names: Names) -> str:
    return f"{names.begin(event.seat)} buys {bearers(event.team)} for {gold(event.price)}."


def last_team_paid(event: bid.LastTeamPaid, names: Names) -> str:
    return f"{names.begin(event.seat)} pays {gold(event.price)} for the last team."


def bearer_drawn(event: bid.BearerDrawn, names: Names) -> str:
    return f"{names.begin(event.seat)} draws {bearer(event.bearer)} into slot {event.slot}."


def bearers_removed(event: bid.BearersRemoved, names: Names) -> str:
    return f"{names.begin(event.seat)} removes {bearers(event.bearers)}."


def race_begun(event: race.RaceBegun, names: Names) -> str:
    prizes = "/".join(map(str, event.prizes))
    return f"Race {event.race} begins, for {prizes} gold; {names.seat(event.starter)} starts."


def die_rolled(event: race.DieRolled, names: Names) -> str:
    rolled = f"{bearer(event.bearer)}{' awaits orders' * event.choice}"
    return f"{names.begin(event.seat)} rolls {event.rolled}: {rolled}."


def crafty_devil_used(event: race.CraftyDevilUsed, names: Names) -> str:
    parts = [(event.seat, event.own)] if event.own else []
    parts += [(push.seat, push.by) for push in event.others]
    orders = ", ".join(f"{names.seat(seat)} {signed(by)}" for seat, by in parts)
    return f"{names.begin(event.seat)} orders: {orders}."


def chair_moved(event: race.ChairMoved, names: Names) -> str:
    way = "back" if event.by < 0 else "forward"
    return f"The chair of {names.seat(event.seat)} goes {counted(abs(event.by), 'space')} {way}."


def chair_finished(event: race.ChairFinished, names: Names) -> str:
    return f"{names.begin(event.seat)} arrives {ordinal(event.rank)}."


def chair_drowned(event: race.ChairDrowned, names: Names) -> str:
    return f"{names.begin(event.seat)} falls into the bassin and is {ordinal(event.rank)}."


def chair_ranked(event: race.ChairRanked, names: Names) -> str:
    return f"{names.begin(event.seat)} is {ordinal(event.rank)} without moving on."


def prizes_paid(event: race.PrizesPaid, names: Names) -> str:
    awards = ", ".join(f"{names.seat(award.seat)} +{award.gold}" for award in event.awards)
    return f"Race {event.race} is paid: {awards}."


def game_ended(event: race.GameEnded, names: Names) -> str:
    winners = [seat for seat, place in enumerate(event.places) if place == 1]
    if len(winners) == 1:
        return f"{names.begin(winners[0])} wins the game."
    named = names.all_names(winners)
    who = listed(named) if named else f"Seats {listed([*map(str, winners)])}"
    return f"{who} share the victory."
