"""The greedy driver: knows when prizes may come, and spends its cards accordingly."""

import pytest
from msgspec.structs import replace

from domain.games.gumball_rally.choices import legal
from domain.games.gumball_rally.commands import Play
from domain.games.gumball_rally.components import Danger
from domain.games.gumball_rally.game import GAME
from domain.games.gumball_rally.greedy import between, expected_place, greedy, prizes_next
from domain.games.gumball_rally.view import RallyView
from domain.kernel.messages import state_after
from ludotheque.laws.bot_contest import fair_share, share_of_wins
from tests.support.games.gumball_rally.situations import lined_up, play
from tests.support.seats import B, C

FREE: tuple[Danger, ...] = ("D-black-1", "D-blue-1", "D-red-1")  # GB-13: three without a prize
COLOURS: tuple[Danger, ...] = ("D-yellow-1", "D-black-2", "D-blue-2")


def seen(*under: str, hand: str, revealed: tuple[Danger, ...] = ()) -> tuple[RallyView, list[Play]]:
    """What the next driver sees and may do; `revealed` are the Dangers so far."""
    seat = len(under)
    state = state_after(GAME.initial, lined_up(*under, hands={seat: hand}))
    view = GAME.view(state, seat)
    assert view is not None
    return replace(view, dangers_revealed=revealed), list(legal(state, seat))


@pytest.mark.parametrize(
    ("revealed", "chance", "final"),
    [
        ((), 0, False),
        (FREE[:2], 0, False),
        (FREE, 1 / 4, False),
        ((*FREE, *COLOURS[:2]), 1 / 2, False),
        ((*FREE, *COLOURS), 1, False),
        ((*FREE, "D-CP-1"), 0, False),
        ((*FREE, "D-CP-1", *COLOURS), 1 / 4, False),
        ((*FREE, "D-CP-1", *COLOURS, "D-CP-2", *FREE), 1 / 4, True),
        ((*FREE, "D-CP-1", *COLOURS, "D-CP-2", *FREE, *COLOURS), 1, True),
        ((*FREE, *COLOURS, "D-CP-1", *COLOURS, "D-CP-2", *FREE, "D-WIN"), 0, False),
    ],
)
@pytest.mark.rule("GB-13")
def test_the_stack_shows_when_prizes_may_come(
    revealed: tuple[Danger, ...], chance: float, final: bool
) -> None:
    found = prizes_next(revealed)
    assert found[0] == pytest.approx(chance)
    assert found[1] == final or chance == 0


def test_high_cards_are_kept_while_nothing_is_to_be_won() -> None:
    view, actions = seen("black 4", "blue 3", hand="red 5, red 9, red 10")
    assert greedy(view, C, actions)[0].card == "R-red-5"


def test_when_a_prize_is_certain_the_card_that_leads_furthest_is_played() -> None:
    view, actions = seen(
        "black 7", "blue 8", hand="red 5, red 8, red 10", revealed=(*FREE, *COLOURS)
    )
    assert greedy(view, C, actions)[0].card == "R-red-10"


def test_a_leader_with_others_behind_becomes_hard_to_overtake() -> None:
    view, actions = seen(hand="red 2, red 6, red 9", revealed=(*FREE, *COLOURS))
    view = replace(view, line=(*view.line, replace(view.line[0], seat=B, place=2)))
    assert greedy(view, 0, actions)[0].card == "R-red-9"


@pytest.mark.rule("GB-23", "GB-24", "GB-26")
@pytest.mark.parametrize(
    ("said", "limit", "place"),
    [("red 9", None, 0), ("red 6", None, 1), ("blue 2", None, 1), ("blue 2", 0, 2)],
)
def test_it_knows_how_far_a_card_leads(said: str, limit: int | None, place: int) -> None:
    view, _ = seen("black 8", "blue 5", hand=said)
    assert expected_place(view, C, play(said, limit)) == place


def test_a_place_between_two_is_worth_something_between() -> None:
    assert between((5, 3, 1), 0) == 5
    assert between((5, 3, 1), 0.5) == 4
    assert between((5, 3, 1), 7) == 0


@pytest.mark.parametrize(("seats", "games"), [(4, 120), (5, 120), (8, 120)])
def test_it_beats_random_drivers_at_larger_tables_too(seats: int, games: int) -> None:
    assert share_of_wins(GAME.key, seats, games) >= fair_share(seats)
