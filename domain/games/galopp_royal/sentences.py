"""Every event as one sentence, made from the event alone."""

from typing import TYPE_CHECKING, assert_never

from domain.games.galopp_royal import auction_events as bid
from domain.games.galopp_royal import race_events as race
from domain.games.galopp_royal.events import GaloppEvent
from domain.games.galopp_royal.wording import (
    bearer,
    bearers,
    gold,
    ordinal,
    seats,
    signed,
    spaces,
)
from domain.kernel.handlers import said
from domain.kernel.ids import Seat
from domain.kernel.language import Both, Lang, in_language


def sentence(event: GaloppEvent, lang: Lang) -> str:
    if TYPE_CHECKING and not TOLD.handles(event):
        assert_never(event)
    return in_language(TOLD.by_type[type(event)](event), lang)


def _lined_up(event: race.ChairsLinedUp) -> Both:
    n, first = len(event.chairs), event.first
    return (
        f"{n} sedan chairs line up; seat {first} begins.",
        f"{n} chaises à porteurs s'alignent ; la place {first} commence.",
    )


def _shuffled(event: bid.PileShuffled) -> Both:
    n = len(event.pile)
    return (
        f"{n} bearer{'s' * (n > 1)} {'are' if n > 1 else 'is'} shuffled.",
        f"{n} porteur{'s' * (n > 1)} {'sont mélangés' if n > 1 else 'est mélangé'}.",
    )


def _auction_opened(event: bid.AuctionOpened) -> Both:
    opener = event.bidders[0]
    en, fr = ("A", "Une") if event.kind == "start" else ("A replacement", "Une nouvelle")
    return (
        f"{en} team is put up for auction; seat {opener} {'must open' * event.forced or 'opens'}.",
        f"{fr} équipe est mise aux enchères ; "
        f"la place {opener} {'doit ouvrir' * event.forced or 'ouvre'}.",
    )


def _reshuffled(event: bid.DiscardsReshuffled) -> Both:
    n = event.cards
    return (
        f"The pile was empty: {n} discard{'s' * (n > 1)} {'are' if n > 1 else 'is'} shuffled.",
        f"La pile était vide : {n} carte{'s' * (n > 1)} "
        f"{'défaussées sont mélangées' if n > 1 else 'défaussée est mélangée'}.",
    )


def _dealt(event: bid.BearerDealt) -> Both:
    en, fr = bearer(event.bearer)
    return f"Seat {event.seat} is dealt {en}.", f"La place {event.seat} reçoit {fr}."


def _turned(event: bid.OpenBearerTurned) -> Both:
    en, fr = bearer(event.bearer)
    return f"The open card is {en}.", f"La carte visible est {fr}."


def _bid(event: bid.BidPlaced) -> Both:
    en, fr = gold(event.amount)
    return f"Seat {event.seat} bids {en}.", f"La place {event.seat} offre {fr}."


def _passed(event: bid.BidderPassed) -> Both:
    s = event.seat
    if event.discards:
        return f"Seat {s} passes and discards.", f"La place {s} passe et défausse sa carte."
    return f"Seat {s} passes.", f"La place {s} passe."


def _failed(event: bid.AuctionFailed) -> Both:
    return "Nobody wants this team.", "Personne ne veut de cette équipe."


def _dismissed(event: bid.TeamDismissed) -> Both:
    (en, fr), s = bearers(event.bearers), event.seat
    return f"Seat {s} dismisses {en}.", f"La place {s} renvoie {fr}."


def _sold(event: bid.TeamSold) -> Both:
    (en, fr), (price, prix), s = bearers(event.team), gold(event.price), event.seat
    return f"Seat {s} buys {en} for {price}.", f"La place {s} achète {fr} pour {prix}."


def _last_paid(event: bid.LastTeamPaid) -> Both:
    (en, fr), s = gold(event.price), event.seat
    return (
        f"Seat {s} pays {en} for the last team.",
        f"La place {s} paie {fr} pour la dernière équipe.",
    )


def _drawn(event: bid.BearerDrawn) -> Both:
    (en, fr), s, slot = bearer(event.bearer), event.seat, event.slot
    return (
        f"Seat {s} draws {en} into slot {slot}.",
        f"La place {s} pioche {fr} pour la case {slot}.",
    )


def _race_begun(event: race.RaceBegun) -> Both:
    n, prizes, s = event.race, "/".join(map(str, event.prizes)), event.starter
    return (
        f"Race {n} begins, for {prizes} gold; seat {s} starts.",
        f"La course {n} commence, pour {prizes} pièces d'or ; la place {s} part.",
    )


def _rolled(event: race.DieRolled) -> Both:
    (en, fr), s = bearer(event.bearer), event.seat
    return (
        f"Seat {s} rolls {event.rolled}: {en}{' awaits orders' * event.choice}.",
        f"La place {s} lance un {event.rolled} : {fr}{' attend un ordre' * event.choice}.",
    )


def _crafty_used(event: race.CraftyDevilUsed) -> Both:
    parts = [(event.seat, event.own)] if event.own else []
    parts += [(push.seat, push.by) for push in event.others]
    en = ", ".join(f"seat {s} {signed(by)}" for s, by in parts)
    fr = ", ".join(f"place {s} {signed(by)}" for s, by in parts)
    return f"Seat {event.seat} orders: {en}.", f"La place {event.seat} ordonne : {fr}."


def _moved(event: race.ChairMoved) -> Both:
    (en, fr), s = spaces(event.by), event.seat
    return f"The chair of seat {s} goes {en}.", f"La chaise de la place {s} fait {fr}."


def _finished(event: race.ChairFinished) -> Both:
    (en, fr), s = ordinal(event.rank), event.seat
    return f"Seat {s} arrives {en}.", f"La place {s} arrive {fr}."


def _drowned(event: race.ChairDrowned) -> Both:
    (en, fr), s = ordinal(event.rank), event.seat
    return (
        f"Seat {s} falls into the bassin and is {en}.",
        f"La place {s} tombe dans le bassin et finit {fr}.",
    )


def _ranked(event: race.ChairRanked) -> Both:
    (en, fr), s = ordinal(event.rank), event.seat
    return f"Seat {s} is {en} without moving on.", f"La place {s} finit {fr} sans aller plus loin."


def _paid(event: race.PrizesPaid) -> Both:
    en = ", ".join(f"seat {award.seat} +{award.gold}" for award in event.awards)
    fr = ", ".join(f"place {award.seat} +{award.gold}" for award in event.awards)
    return f"Race {event.race} is paid: {en}.", f"La course {event.race} est payée : {fr}."


def _removed(event: bid.BearersRemoved) -> Both:
    (en, fr), s = bearers(event.bearers), event.seat
    return f"Seat {s} removes {en}.", f"La place {s} retire {fr}."


def _ended(event: race.GameEnded) -> Both:
    winners: list[Seat] = [seat for seat, place in enumerate(event.places) if place == 1]
    if len(winners) == 1:
        return f"Seat {winners[0]} wins the game.", f"La place {winners[0]} gagne la partie."
    en, fr = seats(winners)
    return f"{en} share the victory.", f"{fr} partagent la victoire."


TOLD = (
    said(race.ChairsLinedUp, _lined_up)
    | said(bid.PileShuffled, _shuffled)
    | said(bid.AuctionOpened, _auction_opened)
    | said(bid.DiscardsReshuffled, _reshuffled)
    | said(bid.BearerDealt, _dealt)
    | said(bid.OpenBearerTurned, _turned)
    | said(bid.BidPlaced, _bid)
    | said(bid.BidderPassed, _passed)
    | said(bid.AuctionFailed, _failed)
    | said(bid.TeamDismissed, _dismissed)
    | said(bid.TeamSold, _sold)
    | said(bid.LastTeamPaid, _last_paid)
    | said(bid.BearerDrawn, _drawn)
    | said(race.RaceBegun, _race_begun)
    | said(race.DieRolled, _rolled)
    | said(race.CraftyDevilUsed, _crafty_used)
    | said(race.ChairMoved, _moved)
    | said(race.ChairFinished, _finished)
    | said(race.ChairDrowned, _drowned)
    | said(race.ChairRanked, _ranked)
    | said(race.PrizesPaid, _paid)
    | said(bid.BearersRemoved, _removed)
    | said(race.GameEnded, _ended)
)
