"""The arithmetic, in tables of cases."""

import pytest

from domain.games.gumball_rally import rules
from domain.games.gumball_rally.components import BUGGIES, CARDS
from domain.games.gumball_rally.state import Award, Racing
from domain.kernel.game import Seated
from domain.kernel.ids import Seat
from tests.support.games.gumball_rally.situations import card, cards, danger, lined_up, rally
from tests.support.seats import A, B, C, D, E


def racing(*under: str, drivers: int | None = None) -> Racing:
    state = rally.after(*lined_up(*under, drivers=drivers))
    assert isinstance(state, Racing)
    return state


@pytest.mark.rule("GB-11")
@pytest.mark.parametrize(
    ("claims", "given"),
    [
        ((None, None, None), ("green", "red", "blue")),
        ((None, "green", None), ("red", "green", "blue")),
        (("pink", None, "red"), ("pink", "green", "red")),
        (("red", "green", None, None), ("red", "green", "blue", "yellow")),
    ],
)
def test_unclaimed_drivers_get_the_next_free_buggy(
    claims: tuple[str | None, ...], given: tuple[str, ...]
) -> None:
    assert rules.buggies([Seated(seat, claim) for seat, claim in enumerate(claims)]) == given


@pytest.mark.rule("GB-11")
def test_eight_drivers_have_eight_different_buggies() -> None:
    assert sorted(rules.buggies([Seated(seat) for seat in range(8)])) == sorted(BUGGIES)


@pytest.mark.rule("GB-16")
@pytest.mark.parametrize(
    ("first", "drivers", "line"),
    [
        (0, 3, (0, 1, 2)),
        (2, 3, (2, 0, 1)),
        (3, 5, (3, 4, 0, 1, 2)),
        (7, 8, (7, 0, 1, 2, 3, 4, 5, 6)),
    ],
)
def test_the_first_player_leads_and_the_others_follow_clockwise(
    first: Seat, drivers: int, line: tuple[Seat, ...]
) -> None:
    assert rules.starting_line(first, drivers) == line


@pytest.mark.rule("GB-17")
@pytest.mark.parametrize(
    ("under", "active"),
    [
        ((), A),
        (("black 1",), B),
        (("black 1", "blue 1"), C),
        (("black 1", "blue 1", "red 1"), None),
    ],
)
def test_the_first_buggy_that_has_not_played_is_active(
    under: tuple[str, ...], active: Seat | None
) -> None:
    assert rules.active(racing(*under, drivers=3)) == active


@pytest.mark.rule("GB-23", "GB-24")
@pytest.mark.parametrize(
    ("mine", "ahead", "by_number", "by_colour"),
    [
        ("black 7", "blue 6", True, False),
        ("black 7", "blue 7", False, False),
        ("black 7", "blue 8", False, False),
        ("black 7", "black 6", True, True),
        ("black 7", "black 8", False, True),
        ("yellow 10", "red 1", True, False),
        ("yellow 1", "yellow 10", False, True),
    ],
)
def test_one_buggy_ahead(mine: str, ahead: str, by_number: bool, by_colour: bool) -> None:
    cards_met = CARDS[card(mine)], CARDS[card(ahead)]
    assert rules.passes_by_number(*cards_met) is by_number
    assert rules.passes_by_colour(*cards_met) is by_colour


@pytest.mark.rule("GB-25", "GB-26", "GB-27")
@pytest.mark.parametrize(
    ("ahead", "mine", "limit", "passed", "by_colour"),
    [
        ((), "black 10", None, (), 0),
        (("black 1",), "blue 2", None, (A,), 0),
        (("black 2",), "black 1", None, (A,), 1),
        (("black 2",), "black 1", 1, (A,), 1),
        (("black 2",), "black 1", 0, (), 0),
        (("black 2", "blue 1"), "black 1", None, (), 0),
        (("black 9", "black 8", "black 7"), "black 1", None, (C, B, A), 3),
        (("black 9", "black 8", "black 7"), "black 1", 2, (C, B), 2),
        (("black 9", "black 8", "black 7"), "black 1", 99, (C, B, A), 3),
        (("black 9", "blue 1", "black 7", "red 2"), "black 4", 1, (D, C, B), 1),
        (("blue 9", "blue 1", "black 7", "red 2"), "black 4", None, (D, C, B), 1),
    ],
)
def test_a_chain_of_overtakes(
    ahead: tuple[str, ...], mine: str, limit: int | None, passed: tuple[Seat, ...], by_colour: int
) -> None:
    you = len(ahead)
    chain = rules.overtaking(racing(*ahead), you, card(mine), limit)
    assert (chain.passed, chain.by_colour) == (passed, by_colour)
    place = you - len(passed)
    assert chain.line == (*range(place), you, *range(place, you))


@pytest.mark.rule("GB-23", "GB-27")
def test_a_player_who_has_not_played_stays_in_place() -> None:
    chain = rules.overtaking(racing("black 1", drivers=4), B, card("blue 5"), None)
    assert chain.line == (B, A, C, D)


@pytest.mark.rule("GB-30", "GB-31")
@pytest.mark.parametrize(
    ("drawn", "seats"),
    [
        ("black", (D,)),
        ("major black", (B, A, D)),
        ("blue", (C,)),
        ("major blue", (C,)),
        ("red", ()),
        ("major red", ()),
    ],
)
def test_a_danger_sends_back_the_buggies_of_its_colour(drawn: str, seats: tuple[Seat, ...]) -> None:
    race = racing("black 4", "black 2", "blue 9", "black 8", drivers=4)
    assert rules.slowed(race, danger(drawn)) == seats


@pytest.mark.rule("GB-32")
@pytest.mark.parametrize(
    ("seats", "line"),
    [
        ((), (A, B, C, D, E)),
        ((A,), (B, C, D, E, A)),
        ((E,), (A, B, C, D, E)),
        ((D, B), (A, C, E, D, B)),
        ((E, D, C, B, A), (E, D, C, B, A)),
    ],
)
def test_the_others_close_up(seats: tuple[Seat, ...], line: tuple[Seat, ...]) -> None:
    assert rules.sent_back((A, B, C, D, E), seats) == line


@pytest.mark.rule("GB-30", "GB-32")
def test_a_danger_of_the_leader_puts_the_second_in_front() -> None:
    """GB-S20"""
    race = racing("black 10", "blue 3", "yellow 7", drivers=3)
    assert rules.sent_back(race.line, rules.slowed(race, danger("black"))) == (B, C, A)


@pytest.mark.rule("GB-36", "GB-37")
@pytest.mark.parametrize(
    ("line", "prizes", "given"),
    [
        ((B, A, C), (5, 3, 1), (Award(B, 5), Award(A, 3), Award(C, 1))),
        ((B, A, C), (8, 5, 3, 1), (Award(B, 8), Award(A, 5), Award(C, 3))),
        ((D, B, A, C), (5, 3, 1), (Award(D, 5), Award(B, 3), Award(A, 1))),
        ((D, B, A, C), (8, 5, 3, 1), (Award(D, 8), Award(B, 5), Award(A, 3), Award(C, 1))),
    ],
)
def test_prizes_go_to_the_first_places(
    line: tuple[Seat, ...], prizes: tuple[int, ...], given: tuple[Award, ...]
) -> None:
    assert rules.awards(line, prizes) == given


def test_prizes_are_added_to_what_a_seat_has() -> None:
    assert rules.totals((5, 0, 3), (Award(B, 8), Award(A, 5))) == (10, 8, 3)


@pytest.mark.rule("GB-38", "GB-40")
@pytest.mark.parametrize(
    ("points", "line", "photo", "places"),
    [
        ((9, 4, 6), (A, B, C), (), (1, 3, 2)),
        ((9, 9, 6), (B, C, A), (), (1, 1, 3)),
        ((9, 4, 4), (C, A, B), (), (1, 3, 2)),
        ((4, 9, 4, 9), (C, D, A, B), (), (4, 1, 3, 1)),
        ((0, 0, 0), (C, A, B), (), (1, 1, 1)),
        ((9, 9, 6), (B, C, A), (A, B), (1, 2, 3)),
        ((9, 9, 9, 8), (C, D, A, B), (B, C, A), (3, 1, 2, 4)),
    ],
)
def test_places(
    points: tuple[int, ...],
    line: tuple[Seat, ...],
    photo: tuple[Seat, ...],
    places: tuple[int, ...],
) -> None:
    assert rules.places(points, line, photo) == places


@pytest.mark.rule("GB-38", "GB-39")
@pytest.mark.parametrize(
    ("points", "line", "first"),
    [
        ((9, 4, 6), (C, B, A), (A,)),
        ((9, 9, 6), (B, C, A), (B, A)),
        ((2, 2, 2), (C, A, B), (C, A, B)),
    ],
)
def test_the_leaders_are_named_in_finishing_order(
    points: tuple[int, ...], line: tuple[Seat, ...], first: tuple[Seat, ...]
) -> None:
    assert rules.leaders(points, line) == first


@pytest.mark.rule("GB-42")
@pytest.mark.parametrize(
    ("hand", "lowest"),
    [
        ("red 7, yellow 2, blue 2", "blue 2"),
        ("yellow 2, red 2, blue 2", "blue 2"),
        ("yellow 2, red 2, black 2", "black 2"),
        ("yellow 2, red 2, black 3", "red 2"),
        ("black 10, blue 9, yellow 8", "yellow 8"),
    ],
)
def test_the_lowest_card_of_a_hand(hand: str, lowest: str) -> None:
    assert rules.lowest_card(cards(hand)) == card(lowest)
