"""Auctions and races in French."""

from domain.games.galopp_royal import auction_events as bid
from domain.games.galopp_royal import race_events as race
from domain.games.galopp_royal.words import signed
from domain.games.galopp_royal.words.fr._terms import bearer, bearers, gold
from domain.kernel.words.fr import Names, counted, listed

auction_failed = "Personne ne veut de cette équipe."


def chairs_lined_up(event: race.ChairsLinedUp, names: Names) -> str:
    return (
        f"{len(event.chairs)} chaises à porteurs s’alignent ; {names.seat(event.first)} commence."
    )


def pile_shuffled(event: bid.PileShuffled, names: Names) -> str:
    n = len(event.pile)
    return f"{counted(n, 'porteur')} {'sont mélangés' if n > 1 else 'est mélangé'}."


def auction_opened(event: bid.AuctionOpened, names: Names) -> str:
    team = "Une équipe" if event.kind == "start" else "Une nouvelle équipe"
    opens = "doit ouvrir" if event.forced else "ouvre"
    return f"{team} est mise aux enchères ; {names.seat(event.bidders[0])} {opens}."


def discards_reshuffled(event: bid.DiscardsReshuffled, names: Names) -> str:
    shuffled = "défaussées sont mélangées" if event.cards > 1 else "défaussée est mélangée"
    return f"La pile était vide : {counted(event.cards, 'carte')} {shuffled}."


def bearer_dealt(event: bid.BearerDealt, names: Names) -> str:
    return f"{names.begin(event.seat)} reçoit {bearer(event.bearer)}."


def open_bearer_turned(event: bid.OpenBearerTurned, names: Names) -> str:
    return f"La carte visible est {bearer(event.bearer)}."


def bid_placed(event: bid.BidPlaced, names: Names) -> str:
    return f"{names.begin(event.seat)} offre {gold(event.amount)}."


def bidder_passed(event: bid.BidderPassed, names: Names) -> str:
    return f"{names.begin(event.seat)} passe{' et défausse sa carte' * event.discards}."


def team_dismissed(event: bid.TeamDismissed, names: Names) -> str:
    return f"{names.begin(event.seat)} renvoie {bearers(event.bearers)}."


def team_sold(event: bid.TeamSold, names: Names) -> str:
    return f"{names.begin(event.seat)} achète {bearers(event.team)} pour {gold(event.price)}."


def last_team_paid(event: bid.LastTeamPaid, names: Names) -> str:
    return f"{names.begin(event.seat)} paie {gold(event.price)} pour la dernière équipe."


def bearer_drawn(event: bid.BearerDrawn, names: Names) -> str:
    return f"{names.begin(event.seat)} pioche {bearer(event.bearer)} pour la case {event.slot}."


def bearers_removed(event: bid.BearersRemoved, names: Names) -> str:
    return f"{names.begin(event.seat)} retire {bearers(event.bearers)}."


def race_begun(event: race.RaceBegun, names: Names) -> str:
    prizes = "/".join(map(str, event.prizes))
    begins = f"La course {event.race} commence, pour {prizes} pièces d’or"
    return f"{begins} ; {names.seat(event.starter)} part."


def die_rolled(event: race.DieRolled, names: Names) -> str:
    rolled = f"{bearer(event.bearer)}{' attend un ordre' * event.choice}"
    return f"{names.begin(event.seat)} lance un {event.rolled} : {rolled}."


def crafty_devil_used(event: race.CraftyDevilUsed, names: Names) -> str:
    parts = [(event.seat, event.own)] if event.own else []
    parts += [(push.seat, push.by) for push in event.others]
    orders = ", ".join(f"{names.bare(seat)} {signed(by)}" for seat, by in parts)
    return f"{names.begin(event.seat)} ordonne : {orders}."


def chair_moved(event: race.ChairMoved, names: Names) -> str:
    way = "en arrière" if event.by < 0 else "en avant"
    return f"La chaise {names.of(event.seat)} fait {counted(abs(event.by), 'case')} {way}."


def chair_finished(event: race.ChairFinished, names: Names) -> str:
    return f"{names.begin(event.seat)} arrive au rang {event.rank}."


def chair_drowned(event: race.ChairDrowned, names: Names) -> str:
    return f"{names.begin(event.seat)} tombe dans le bassin et finit au rang {event.rank}."


def chair_ranked(event: race.ChairRanked, names: Names) -> str:
    return f"{names.begin(event.seat)} finit au rang {event.rank} sans aller plus loin."


def prizes_paid(event: race.PrizesPaid, names: Names) -> str:
    awards = ", ".join(f"{names.bare(award.seat)} +{award.gold}" for award in event.awards)
    return f"La course {event.race} est payée : {awards}."


def game_ended(event: race.GameEnded, names: Names) -> str:
    winners = [seat for seat, place in enumerate(event.places) if place == 1]
    if len(winners) == 1:
        return f"{names.begin(winners[0])} gagne la partie."
    named = names.all_names(winners)
    who = listed(named) if named else f"Les sièges {listed([*map(str, winners)])}"
    return f"{who} partagent la victoire."
