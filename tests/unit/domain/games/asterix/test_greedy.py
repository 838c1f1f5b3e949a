"""The greedy Gaul: mixes its choice, knows what rivals may hold, and shares Idéfix out."""

from collections import Counter
from fractions import Fraction

import pytest
from msgspec.structs import replace

from domain.games.asterix.commands import Idefix, Play
from domain.games.asterix.game import GAME
from domain.games.asterix.greedy import greedy
from domain.games.asterix.trick_events import IdefixReturned
from domain.games.asterix.view import AsterixView
from domain.kernel.ids import Seat
from ludotheque.laws.bot_contest import contest
from tests.support.games.asterix.situations import History, asked, dealt, playing
from tests.support.seats import A, B


def picks(history: History, seat: Seat) -> Counter[str]:
    """What the bot picks from, each card as often as it is there."""
    state = playing(history)
    good = greedy(GAME.view(state, seat), seat, GAME.legal(state, seat))
    return Counter(each.card for each in good if isinstance(each, Play))


def test_the_choice_is_mixed() -> None:
    for seat in range(5):
        found = picks(dealt("AST OBE PAN ABR ASS", "R09-1"), seat)
        assert len(found) >= 3
        assert max(found.values()) < sum(found.values()) / 2


@pytest.mark.parametrize("who", ["AST OBE", "AST OBE PAN", "AST OBE PAN ABR ASS"])
@pytest.mark.rule("AX-5.5")
def test_idefix_is_played_by_one_of_all_players_on_average(who: str) -> None:
    found = picks(dealt(who, "R01-1"), A)
    assert 0 < Fraction(found["AST-IDF"], found.total()) <= Fraction(1, len(who.split()))


def with_first(history: History, **changed: tuple[str, ...]) -> AsterixView:
    """What the second player sees if the first one had this too."""
    view = GAME.view(playing(history), B)
    assert view is not None
    first, *others = view.players
    return replace(view, players=(replace(first, **changed), *others))


@pytest.mark.rule("AX-8.9")
def test_a_card_that_no_rival_can_beat_any_more_is_known_to_win() -> None:
    history = dealt("AST OBE", "R15-1")
    gone = tuple(f"AST-{value:02}" for value in range(3, 11))
    view = with_first(history, discards=gone)
    found = Counter(greedy(view, B, GAME.legal(playing(history), B)))
    assert found[Play("OBE-03")] > found[Play("OBE-10")]
    assert picks(history, B)["OBE-10"] > picks(history, B)["OBE-03"]


@pytest.mark.rule("AX-4.2")
def test_a_pirate_is_taken_while_there_is_nothing_to_lose() -> None:
    history = dealt("AST OBE PAN", "P-HIGH")
    assert max(picks(history, A), key=picks(history, A).__getitem__) == "AST-09"
    view = GAME.view(playing(history), A)
    assert view is not None
    romans = tuple(f"R{value:02}-1" for value in range(1, 11))
    rich = replace(view, players=(replace(view.players[A], romans=romans), *view.players[1:]))
    found = Counter(greedy(rich, A, GAME.legal(playing(history), A)))
    assert found[Play("AST-01")] == max(found.values())


@pytest.mark.rule("AX-5.3")
def test_a_roman_is_kept_and_a_pirate_given_away() -> None:
    for card, to in (("R09-1", A), ("P-HIGH", B)):
        history = asked(dealt("AST OBE", f"R01-1 {card}"), "AST-IDF", "OBE-01")
        state = playing(history)
        assert greedy(GAME.view(state, A), A, GAME.legal(state, A)) == (Idefix(to),)


@pytest.mark.rule("AX-5.6")
def test_five_do_not_all_play_idefix_together() -> None:
    games = [contest("asterix", 5, n, {"rounds": 1}, range(5), (IdefixReturned,)) for n in range(8)]
    returned = [event for game in games for event in game.kept]
    assert not any(
        isinstance(event, IdefixReturned) and len(event.seats) == 5 for event in returned
    )
