"""Lining up: chairs, purses, the pile, the first auction."""

from collections.abc import Sequence

from domain.games.galopp_royal.answers.bidding import open_auction
from domain.games.galopp_royal.answers.piles import Play
from domain.games.galopp_royal.auction_events import PileShuffled
from domain.games.galopp_royal.commands import GaloppOptions
from domain.games.galopp_royal.components import BEARERS, BOX, CHAIRS
from domain.games.galopp_royal.events import GaloppEvent
from domain.games.galopp_royal.race_events import ChairsLinedUp
from domain.games.galopp_royal.refusals import FourSeatsNeeded, NobodyHasSeat
from domain.games.galopp_royal.rules.seating import USERS, clockwise
from domain.games.galopp_royal.rules.seating import keeper as kept_by
from domain.games.galopp_royal.state import NotLinedUp, Terms
from domain.kernel.game import Chance, Seated, pieces_of
from domain.kernel.ids import Seat
from domain.kernel.messages import Recorder
from domain.kernel.refusals import Rejected

SEATS_OF_TWO_USERS = 2 * USERS


def deal(seated: Sequence[Seated], options: GaloppOptions, chance: Chance) -> list[GaloppEvent]:
    """GR-2.1 … GR-2.5"""
    seats = len(seated)
    first = first_seat(options, seats, chance)
    play: Play = Recorder(NotLinedUp())
    play.add(
        ChairsLinedUp(
            pieces_of(seated, CHAIRS), (BOX.start_gold,) * seats, first, terms_of(options)
        ),
        PileShuffled(chance.shuffle(tuple(BEARERS), "bearers")),
    )
    open_auction(play, chance, "start", 1, clockwise(first, seats))
    return play.events


def terms_of(options: GaloppOptions) -> Terms:
    """GR-1.11, GR-1.12, and what the host has chosen."""
    return Terms(
        slots=BOX.team_size,
        start=BOX.board.start,
        pond=BOX.board.pond,
        goals=BOX.board.stones[: options.races],
        prizes=tuple(prize.gold for prize in BOX.prizes[: options.races]),
        last_team_price=BOX.last_team_price,
        most_rolls=BOX.most_rolls,
        two_users=options.two_users,
        crafty_mode=options.crafty_mode,
        early_stop=options.early_stop,
    )


def admit(options: GaloppOptions, seats: int) -> None:
    """GR-2.1, GR-2.5"""
    if options.two_users and seats != SEATS_OF_TWO_USERS:
        raise Rejected(FourSeatsNeeded(), rule="GR-2.1", field="two_users")
    if options.first_seat is not None and options.first_seat >= seats:
        raise Rejected(NobodyHasSeat(options.first_seat), rule="GR-2.5", field="first_seat")


def keeper(options: GaloppOptions, seat: Seat) -> Seat:
    """GR-2.1"""
    return kept_by(options.two_users, seat)


def first_seat(options: GaloppOptions, seats: int, chance: Chance) -> Seat:
    """GR-2.5: named by the host, or drawn."""
    if options.first_seat is None:
        return chance.below(seats, "first_seat")
    return options.first_seat
