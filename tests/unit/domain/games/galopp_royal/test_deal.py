"""Lining up, and the first auction for every number of players."""

import pytest

from domain.games.galopp_royal import auction_events as bid
from domain.games.galopp_royal.commands import GaloppOptions
from domain.games.galopp_royal.components import BEARERS
from domain.games.galopp_royal.game import GAME
from domain.games.galopp_royal.race_events import ChairsLinedUp
from domain.kernel.game import Seated
from domain.kernel.ids import Seat
from domain.kernel.refusals import Rejected
from ludotheque.testing.spec import Fated
from tests.support.games.galopp_royal.situations import Tale, cards, dealt
from tests.support.seats import A, B, C, D, E, F


@pytest.mark.rule("GR-2.2", "GR-2.4")
def test_everybody_has_a_chair_and_fifty_gold() -> None:
    seated = [Seated(A), Seated(B, "orange"), Seated(C)]
    first = GAME.deal(seated, GaloppOptions(first_seat=A), Fated(()))[0]
    assert isinstance(first, ChairsLinedUp)
    assert first.chairs == ("red", "orange", "blue")
    assert first.gold == (50, 50, 50)


@pytest.mark.rule("GR-2.2", "GR-9.1")
def test_the_terms_of_the_table_are_written_down() -> None:
    first = dealt(3)[0]
    assert isinstance(first, ChairsLinedUp)
    terms = first.terms
    assert (terms.start, terms.pond, terms.goals) == (0, -5, (18, 19, 20, 21, 22, 23))
    assert terms.prizes[0] == (20, 10, 5)
    assert (terms.last_team_price, terms.most_rolls, terms.slots) == (10, 1000, 4)


@pytest.mark.rule("GR-2.3")
def test_all_bearers_are_shuffled_and_nothing_is_discarded() -> None:
    pile = dealt(4)[1]
    assert isinstance(pile, bid.PileShuffled)
    assert sorted(pile.pile) == sorted(BEARERS)
    assert Tale(*dealt(4)).court.discards == ()


@pytest.mark.rule("GR-2.5")
@pytest.mark.parametrize("first", [A, B, C])
def test_the_first_seat_is_drawn_or_named_and_opens_the_first_auction(first: Seat) -> None:
    seated = [Seated(seat) for seat in range(3)]
    drawn = Tale(*GAME.deal(seated, GaloppOptions(), Fated(first, ())))
    named = Tale(*GAME.deal(seated, GaloppOptions(first_seat=first), Fated(())))
    assert drawn.events == named.events
    assert drawn.asked() == first


@pytest.mark.rule("GR-2.5", "GR-4.1")
def test_the_same_seat_starts_the_first_race() -> None:
    tale = Tale(*dealt(3, first=B)).says((B, 1), (C, None), (A, None), (C, 1), (A, None))
    assert (tale.seen().phase, tale.asked()) == ("roll", B)


@pytest.mark.rule("GR-3.1", "GR-3.2")
@pytest.mark.parametrize(
    ("players", "order"),
    [(3, (C, A, B)), (4, (C, D, A, B)), (5, (C, D, E, A, B)), (6, (C, D, E, F, A, B))],
)
def test_one_card_each_clockwise_from_the_opener_and_an_open_one_for_three(
    players: int, order: tuple[Seat, ...]
) -> None:
    top = cards("1 2 3 5 -2 X")
    events = dealt(players, "1 2 3 5 -2 X", first=C)
    opened = events[2]
    assert isinstance(opened, bid.AuctionOpened)
    assert (opened.kind, opened.number, opened.bidders) == ("start", 1, order)
    assert opened.first_passers_discard == max(0, players - 4)
    each = tuple(bid.BearerDealt(seat, top[n], (seat,)) for n, seat in enumerate(order))
    turned = (bid.OpenBearerTurned(top[3]),) if players == 3 else ()
    assert events[3:] == (*each, *turned)


@pytest.mark.rule("GR-2.5")
def test_a_first_seat_that_nobody_has_is_refused() -> None:
    with pytest.raises(Rejected) as refusal:
        GAME.admit(GaloppOptions(first_seat=F), 5)
    assert (refusal.value.code, refusal.value.rule) == ("bad_option", "GR-2.5")
    GAME.admit(GaloppOptions(first_seat=F), 6)


@pytest.mark.rule("GR-2.1")
@pytest.mark.parametrize("seats", [3, 5, 6])
def test_two_users_need_four_seats(seats: int) -> None:
    with pytest.raises(Rejected) as refusal:
        GAME.admit(GaloppOptions(two_users=True), seats)
    assert (refusal.value.code, refusal.value.rule) == ("bad_option", "GR-2.1")
    GAME.admit(GaloppOptions(two_users=True), 4)


@pytest.mark.rule("GR-2.1")
def test_two_users_keep_opposite_seats_and_more_users_one_each() -> None:
    assert [GAME.keeper(GaloppOptions(two_users=True), seat) for seat in range(4)] == [0, 1, 0, 1]
    assert [GAME.keeper(GaloppOptions(), seat) for seat in range(4)] == [0, 1, 2, 3]
