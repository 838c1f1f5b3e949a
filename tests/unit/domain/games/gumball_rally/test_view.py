"""GB-18 row by row: what the owner, another seat and a spectator see and hear."""

import pytest
from msgspec import json

from domain.games.gumball_rally.components import CARDS, Card
from domain.games.gumball_rally.events import (
    CardPlayed,
    CheckpointScored,
    DangerRevealed,
    PhotoTaken,
    RallyEvent,
    RallyFinished,
    RoundEnded,
)
from domain.games.gumball_rally.game import GAME
from domain.games.gumball_rally.state import Award, Racing
from domain.games.gumball_rally.view import RallyView
from domain.kernel.ids import Seat
from tests.support.games.gumball_rally.situations import card, cards, lined_up, play, rally
from tests.support.seats import A, B, C

HANDS = {A: "black 3, blue 5, yellow 9", B: "red 1, red 2, red 3", C: "yellow 1"}
HISTORY = lined_up("red 5", drivers=3, hands=HANDS)
ALL = (A, B, C, None)


def seen(seat: Seat | None, *events: RallyEvent) -> RallyView:
    view = GAME.view(rally.after(*(events or HISTORY)), seat)
    assert view is not None
    return view


def bytes_seen(seat: Seat | None, *events: RallyEvent) -> str:
    return json.encode(seen(seat, *events)).decode()


def race(*events: RallyEvent) -> Racing:
    state = rally.after(*(events or HISTORY))
    assert isinstance(state, Racing)
    return state


def named(where: str, ids: tuple[str, ...]) -> set[str]:
    return {each for each in ids if f'"{each}"' in where}


@pytest.mark.rule("GB-18")
@pytest.mark.parametrize("seat", [A, B, C])
def test_row_own_hand_is_seen_by_its_owner(seat: Seat) -> None:
    assert seen(seat).hand == race().hands[seat]


@pytest.mark.rule("GB-18", "GB-19")
@pytest.mark.parametrize("viewer", ALL)
@pytest.mark.parametrize("owner", [A, B, C])
def test_row_other_hands_are_not_seen_but_their_size_is(viewer: Seat | None, owner: Seat) -> None:
    if viewer != owner:
        assert not named(bytes_seen(viewer), race().hands[owner])
    sizes = {buggy.seat: buggy.hand_size for buggy in seen(viewer).line}
    assert sizes[owner] == 3


@pytest.mark.rule("GB-18")
@pytest.mark.parametrize("viewer", ALL)
def test_row_between_play_and_draw_a_hand_is_known_to_have_two_cards(viewer: Seat | None) -> None:
    halfway = (*HISTORY, CardPlayed(B, card("red 1"), (), (A, B, C)))
    assert [buggy.hand_size for buggy in seen(viewer, *halfway).line] == [3, 2, 3]


@pytest.mark.rule("GB-18", "GB-34")
@pytest.mark.parametrize("viewer", ALL)
def test_row_the_card_under_a_buggy_is_seen_from_its_play_to_the_end_of_the_round(
    viewer: Seat | None,
) -> None:
    assert [buggy.card for buggy in seen(viewer).line] == [card("red 5"), None, None]
    ended = seen(viewer, *HISTORY, RoundEnded(2))
    assert [buggy.card for buggy in ended.line] == [None, None, None]


@pytest.mark.rule("GB-18", "GB-19")
@pytest.mark.parametrize("viewer", ALL)
def test_row_the_draw_pile_is_a_number(viewer: Seat | None) -> None:
    assert not named(bytes_seen(viewer), race().pile)
    assert seen(viewer).pile == 30


@pytest.mark.rule("GB-18")
@pytest.mark.parametrize(("viewer", "sees"), [(A, False), (B, True), (C, False), (None, False)])
def test_row_a_card_just_drawn_is_seen_by_the_drawer(viewer: Seat | None, sees: bool) -> None:
    drawn = race().pile[0]
    told = rally.given(*HISTORY).when(B, play("red 1")).events
    assert (drawn in bytes_seen(viewer, *HISTORY, *told)) is sees


@pytest.mark.rule("GB-18")
@pytest.mark.parametrize("viewer", ALL)
def test_row_the_discards_are_open(viewer: Seat | None) -> None:
    assert seen(viewer, *HISTORY, RoundEnded(2)).discards == cards("red 5")


@pytest.mark.rule("GB-18", "GB-19")
@pytest.mark.parametrize("viewer", ALL)
def test_row_the_danger_stack_is_a_number(viewer: Seat | None) -> None:
    assert not named(bytes_seen(viewer), race().stack)
    assert seen(viewer).dangers_left == 15


@pytest.mark.rule("GB-18", "GB-35")
@pytest.mark.parametrize("viewer", ALL)
def test_row_revealed_dangers_are_seen_for_the_rest_of_the_game(viewer: Seat | None) -> None:
    first, second = race().stack[:2]
    turned = (DangerRevealed(first, 1), RoundEnded(2), DangerRevealed(second, 2))
    assert seen(viewer, *HISTORY, *turned).dangers_revealed == (first, second)
    assert seen(viewer, *HISTORY, *turned).dangers_left == 13


@pytest.mark.rule("GB-18")
@pytest.mark.parametrize("viewer", ALL)
def test_row_boxed_dangers_are_seen_by_nobody_not_even_at_the_end(viewer: Seat | None) -> None:
    over = (*HISTORY, RallyFinished((1, 2, 3), (8, 5, 3)))
    assert not named(bytes_seen(viewer), race().boxed)
    assert not named(bytes_seen(viewer, *over), race().boxed)


@pytest.mark.rule("GB-18", "GB-19")
@pytest.mark.parametrize("viewer", ALL)
def test_row_line_points_round_turn_and_options_are_seen_by_all(viewer: Seat | None) -> None:
    view = seen(viewer, *HISTORY, CheckpointScored((Award(C, 5),), (0, 0, 5)))
    assert [(b.seat, b.place, b.buggy, b.points) for b in view.line] == [
        (A, 1, "green", 0),
        (B, 2, "red", 0),
        (C, 3, "blue", 5),
    ]
    assert (view.round, view.active, view.phase, view.places) == (1, B, "racing", None)
    assert (view.photo_finish, view.prizes.checkpoint) == (False, (5, 3, 1))


@pytest.mark.rule("GB-19")
def test_a_spectator_has_no_hand() -> None:
    assert seen(None).hand is None


@pytest.mark.rule("GB-18", "GB-39")
@pytest.mark.parametrize("viewer", ALL)
def test_cards_drawn_for_a_photo_finish_are_open(viewer: Seat | None) -> None:
    assert seen(viewer, *HISTORY, PhotoTaken(A, card("black 9"))).photo_cards == cards("black 9")


@pytest.mark.rule("GB-18")
@pytest.mark.parametrize("viewer", ALL)
def test_all_that_is_named_at_all_is_what_may_be_seen(viewer: Seat | None) -> None:
    mine: tuple[Card, ...] = () if viewer is None else race().hands[viewer]
    assert named(bytes_seen(viewer), tuple(CARDS)) == {*mine, card("red 5")}


@pytest.mark.rule("GB-18", "GB-22")
def test_after_a_play_the_others_learn_the_card_and_two_numbers() -> None:
    """GB-S23"""
    before = lined_up(drivers=3, hands={A: "red 5, blue 1, blue 2"}, pile="yellow 7")
    after = (*before, *rally.given(*before).when(A, play("red 5")).events)
    assert seen(A, *after).hand == cards("blue 1, blue 2, yellow 7")
    b = seen(B, *after)
    assert (b.line[0].card, b.line[0].hand_size, b.pile) == (card("red 5"), 3, 30)
    assert not named(bytes_seen(B, *after), cards("blue 1, blue 2, yellow 7"))
