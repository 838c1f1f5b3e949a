"""Events of the table and of its game in words, with the names of players and pieces."""

import pytest

from domain.games.gasterospeed.event_types.snails import SnailMoved
from domain.games.gumball_rally.events import CardPlayed
from domain.judging.fold import NOTHING
from domain.judging.narration import narrator, sentence
from domain.table.clock_events import TimedOut
from domain.table.opening_events import SeatTaken
from domain.table.state import Closed
from ludotheque.laws.random_play import played

PLAYED = CardPlayed(0, "R-black-3", (), (0,))


def test_names_are_those_of_the_seats() -> None:
    told = narrator("en", names=("Anne",))
    assert told.sentence(TimedOut(0, 1)) == "Anne has run out of time."
    assert told.sentence(PLAYED) == "Anne plays black 3."


def test_a_newcomer_is_named_by_player_because_seats_close_up() -> None:
    told = narrator("en", names=("Anne",), players={"b": "Bob"})
    assert told.sentence(SeatTaken(0, "b", None, None)) == "Bob takes seat 0."
    assert told.sentence(SeatTaken(0, "c", None, None)) == "Someone takes seat 0."


@pytest.mark.rule("GS-7")
def test_with_a_state_a_sentence_has_the_names_that_players_gave_to_pieces() -> None:
    end = played("gasterospeed", 4, 0).steps[-1].after
    assert isinstance(end, Closed)
    name = end.play.last.snails[2].name
    moved = SnailMoved(2, "crawl", ((4, 5),), None)
    assert sentence(moved, "en") == "Snail 2 crawls to (4, 5)."
    assert sentence(moved, "en", end) == f"{name} crawls to (4, 5)."
    assert sentence(moved, "fr", end) == f"{name} rampe jusqu’en (4, 5)."
    assert sentence(moved, "en", NOTHING) == sentence(moved, "en")
    assert sentence(TimedOut(0, 1), "en", end) == "Seat 0 has run out of time."
