"""The greedy player: bids what a team can still earn, and saves gold towards the end."""

import pytest

from domain.games.galopp_royal.commands import Bid, GaloppCommand, GaloppOptions
from domain.games.galopp_royal.game import GAME
from domain.games.galopp_royal.greedy import greedy, limit
from domain.games.galopp_royal.view import GaloppView
from domain.kernel.ids import Seat
from tests.support.games.galopp_royal.situations import PASS, dealt, galopp
from tests.support.seats import A


def seen(top: str, seat: Seat = A, races: int = 6, seats: int = 4) -> GaloppView:
    """What a bidder sees of the first auction."""
    events = dealt(seats, top, options=GaloppOptions(first_seat=A, races=races))
    view = GAME.view(galopp.after(*events), seat)
    assert view is not None
    return view


def worth(view: GaloppView) -> float:
    assert view.auction is not None
    return limit(view, view.auction, A)


def test_a_better_bearer_makes_a_team_worth_more() -> None:
    assert worth(seen("5 1 1 1")) > worth(seen("3 1 1 1")) > worth(seen("-2 1 1 1"))


@pytest.mark.rule("GR-9.2")
def test_the_fewer_races_are_to_come_the_less_a_good_team_is_worth() -> None:
    limits = [worth(seen("5 1 1 1", races=races)) for races in (6, 4, 2, 1)]
    assert limits == sorted(limits, reverse=True)
    assert limits[0] - limits[-1] >= 3


def test_it_raises_by_one_until_the_team_costs_what_it_is_worth() -> None:
    view = seen("5 1 1 1")
    most = int(worth(view))
    actions: list[GaloppCommand] = [PASS, *(Bid(amount) for amount in range(1, 51))]
    assert greedy(view, A, actions) == (Bid(1),)
    dear: list[GaloppCommand] = [PASS, *(Bid(amount) for amount in range(most + 1, 51))]
    assert greedy(view, A, dear) == (PASS,)
