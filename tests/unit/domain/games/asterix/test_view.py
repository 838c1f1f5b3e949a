"""AX-8.5 … AX-8.11 row by row: what the owner, another seat and a spectator see."""

import pytest
from msgspec import json

from domain.games.asterix.components import DECK, GAULS, hand_of
from domain.games.asterix.events import GameFinished, RoundScored
from domain.games.asterix.game import GAME
from domain.games.asterix.state import Score, Trick
from domain.games.asterix.trick_events import CardsRevealed
from domain.games.asterix.view import AsterixView
from domain.kernel.ids import Seat
from tests.support.games.asterix.freeing import FREEING
from tests.support.games.asterix.situations import (
    History,
    asked,
    cards,
    dealt,
    gives,
    keeps,
    playing,
    village,
)
from tests.support.seats import A, B, C

ALL = (A, B, C, None)
START = dealt("AST OBE ABR", "R01-1 R15-1 R04-1")
CHOSEN = asked(START, "AST-IDF", "OBE-01")
LOOKING = asked(CHOSEN, "ABR-02")
EVERY_VIEWER = pytest.mark.parametrize("viewer", ALL)


def seen(viewer: Seat | None, history: History) -> AsterixView:
    view = GAME.view(village.after(*history), viewer)
    assert view is not None
    return view


def bytes_seen(viewer: Seat | None, history: History) -> str:
    return json.encode(seen(viewer, history)).decode()


def named(viewer: Seat | None, history: History, ids: tuple[str, ...]) -> set[str]:
    said = bytes_seen(viewer, history)
    return {each for each in ids if f'"{each}"' in said}


@pytest.mark.rule("AX-8.5")
@EVERY_VIEWER
def test_row_the_deck_is_a_number(viewer: Seat | None) -> None:
    assert seen(viewer, START).deck == 49
    assert named(viewer, START, DECK) == {"R01-1"}


@pytest.mark.rule("AX-8.6")
@EVERY_VIEWER
def test_row_visible_card_captures_discards_and_scores_are_open(viewer: Seat | None) -> None:
    history = asked(LOOKING, keeps(A))
    scored = (
        *history,
        RoundScored(1, (Score(15, 0, 15), Score(0, 0, 0), Score(1, 0, 1)), (15, 0, 1)),
    )
    view = seen(viewer, scored)
    assert view.visible == "R04-1"
    assert [player.romans for player in view.players] == [("R15-1",), (), ("R01-1",)]
    assert [player.discards for player in view.players] == [("AST-IDF",), (), ("ABR-02",)]
    assert [player.total for player in view.players] == [15, 0, 1]
    assert view.players[A].scores == (Score(15, 0, 15),)
    assert [player.hand_size for player in view.players] == [10, 11, 10]
    assert [player.character for player in view.players] == ["AST", "OBE", "ABR"]


@pytest.mark.rule("AX-8.6", "AX-5.3")
@EVERY_VIEWER
def test_row_captured_pirates_and_what_has_left_the_round_are_open(viewer: Seat | None) -> None:
    taken = asked(dealt("AST OBE ABR", "P-CEN"), "AST-10", "OBE-02", "ABR-01")
    assert seen(viewer, taken).players[A].pirates == ("P-CEN",)
    gone = asked(dealt("AST ABR", "R10-1"), "AST-05", "ABR-05")
    assert seen(None if viewer == C else viewer, gone).escaped == ("R10-1",)


@pytest.mark.rule("AX-8.7")
@pytest.mark.parametrize(
    ("viewer", "card"), [(A, "AST-IDF"), (B, "OBE-01"), (C, None), (None, None)]
)
def test_row_a_chosen_card_is_seen_by_its_owner(viewer: Seat | None, card: str | None) -> None:
    view = seen(viewer, CHOSEN)
    assert view.chosen == card
    assert [player.has_chosen for player in view.players] == [True, True, False]
    assert [player.hand_size for player in view.players] == [11, 11, 11]


@pytest.mark.rule("AX-8.7")
@pytest.mark.parametrize("viewer", [B, C, None])
def test_row_whatever_is_chosen_the_others_see_the_same(viewer: Seat | None) -> None:
    looks = {bytes_seen(viewer, asked(START, card)) for card in hand_of("AST")}
    assert len(looks) == 1


@pytest.mark.rule("AX-8.8")
@EVERY_VIEWER
def test_row_after_the_reveal_the_chosen_cards_are_open(viewer: Seat | None) -> None:
    shown = next(e for e in LOOKING if isinstance(e, CardsRevealed))
    assert shown.audience().hears(() if viewer is None else (viewer,))
    trick = Trick("R01-1", cards("AST-IDF OBE-01 ABR-02"), C)
    assert seen(viewer, LOOKING).last_trick == trick
    assert seen(viewer, asked(LOOKING, keeps(A))).last_trick == trick


@pytest.mark.rule("AX-8.9")
@EVERY_VIEWER
def test_row_a_hand_is_seen_by_its_owner_and_its_size_by_all(viewer: Seat | None) -> None:
    view = seen(viewer, START)
    assert view.hand == (None if viewer is None else playing(START).hands[viewer])
    own = set() if view.hand is None else {card for card in view.hand if card in GAULS}
    assert named(viewer, START, tuple(GAULS)) == own
    assert [player.hand_size for player in view.players] == [11, 11, 11]


@pytest.mark.rule("AX-8.10", "AX-5.2")
@EVERY_VIEWER
def test_row_the_card_looked_at_is_seen_by_the_idefix_player(viewer: Seat | None) -> None:
    view = seen(viewer, LOOKING)
    assert (view.phase, view.looking) == ("idefix", A)
    assert view.looked_at == ("R15-1" if viewer == A else None)


@pytest.mark.rule("AX-8.10", "AX-5.2")
@pytest.mark.parametrize("viewer", [B, C, None])
def test_e14_the_others_find_no_trace_of_it(viewer: Seat | None) -> None:
    """AX-E14: no id, no value, no order, whatever the card is."""
    assert "R15" not in bytes_seen(viewer, LOOKING)
    looks = set()
    for found in ("R15-1", "R02-4", "P-HIGH"):
        start = dealt("AST OBE ABR", f"R01-1 {found} R04-1")
        history = asked(start, "AST-IDF", "OBE-01", "ABR-02")
        ears = () if viewer is None else (viewer,)
        heard = [event for event in history if event.audience().hears(ears)]
        sounds = [json.encode(event) for event in heard]
        looks.add((bytes_seen(viewer, history), *sounds))
    assert len(looks) == 1


@pytest.mark.rule("AX-8.10", "AX-5.4")
@EVERY_VIEWER
def test_row_once_decided_the_card_is_open(viewer: Seat | None) -> None:
    kept, given = asked(LOOKING, keeps(A)), asked(LOOKING, gives(A, B))
    assert seen(viewer, kept).players[A].romans == ("R15-1",)
    assert seen(viewer, given).players[B].romans == ("R15-1",)
    assert seen(viewer, kept).looking is None


@pytest.mark.rule("AX-8.11")
@pytest.mark.parametrize("viewer", [A, B, None])
def test_row_the_cards_of_the_last_draw_are_open(viewer: Seat | None) -> None:
    """`FREEING` comes after a last draw; its Pirates have yet to act."""
    view = seen(viewer, FREEING)
    assert view.players[A].romans == cards("R13-1 R10-1 R10-2 R08-1 R02-1")
    assert view.players[A].pirates == cards("P-GEN P-CHOICE")
    assert (view.phase, view.freeing) == ("pirates", (A,))


@EVERY_VIEWER
def test_what_is_asked_and_what_was_agreed_is_open(viewer: Seat | None) -> None:
    view = seen(viewer, START)
    assert (view.phase, view.round, view.rounds, view.places) == ("play", 1, 1, None)
    assert (view.full_tie, view.auto_pirates, view.idefix_allowed) == ("cancel", True, True)
    assert not seen(viewer, dealt("AST OBE ABR", "P-LOW")).idefix_allowed
    over = seen(viewer, (*START, GameFinished((1, 2, 3), (9, 8, 7))))
    assert (over.phase, over.places) == ("finished", (1, 2, 3))


def test_between_two_events_of_a_command_the_village_is_settling() -> None:
    assert seen(A, START[:-1]).phase == "settling"
