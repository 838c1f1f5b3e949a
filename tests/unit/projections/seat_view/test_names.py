"""Seats with names, and sentences that use them."""

import pytest

from domain.games.gumball_rally.events import CardPlayed
from domain.kernel.ids import Lang
from domain.kernel.messages import Event
from domain.table.bot_names import bot_name
from domain.table.clock_events import TimedOut
from domain.table.opening_events import LuckSealed, SeatLeft, SeatTaken
from domain.table.state import NotOpened, Open, Sitter
from projections.seat_view.names import narrator, people_at, seats_seen
from tests.support.histories.recorded_rally import stages

BOT = "0" * 26
OPEN = next(state for state in stages() if isinstance(state, Open))
TABLE = Open(OPEN.setup, (Sitter("a", None), Sitter(BOT, "red", None, "greedy"), Sitter("c", None)))
NAMES = {"a": "Anne", "c": None}


def test_a_seat_has_the_name_and_kind_of_its_player() -> None:
    anne, bot, erased = seats_seen(TABLE, NAMES)
    assert (anne.name, anne.kind, anne.bot) == ("Anne", "person", None)
    assert (bot.name, bot.kind, bot.bot, bot.piece) == (bot_name(BOT), "bot", "greedy", "red")
    assert (erased.name, erased.kind) == (None, "person")


def test_only_names_of_people_are_read() -> None:
    assert people_at(TABLE) == ("a", "c")
    assert people_at(NotOpened()) == ()


@pytest.mark.parametrize(
    ("event", "lang", "expected"),
    [
        (CardPlayed(0, "R-black-3", (1,), (0, 1)), "en", "Anne plays black 3 and overtakes {bot}."),
        (
            CardPlayed(0, "R-black-3", (2,), (0, 2)),
            "en",
            "Anne plays black 3 and overtakes seat 2.",
        ),
        (CardPlayed(1, "R-black-3", (), (0,)), "fr", "{bot} joue noir 3."),
        (TimedOut(2, 1), "en", "Seat 2 has run out of time."),
        (SeatTaken(4, "a", None, None), "en", "Anne takes seat 4."),
        (SeatTaken(1, BOT, None, None, "greedy"), "fr", "{bot} prend le siège 1."),
        (SeatTaken(1, "left", None, None), "en", "Someone takes seat 1."),
        (SeatLeft(0), "en", "Seat 0 becomes free."),
        (LuckSealed(0, "00"), "en", "Seat 0 gives sealed luck."),
    ],
)
def test_a_sentence_names_players(event: Event, lang: Lang, expected: str) -> None:
    assert narrator(TABLE, lang, NAMES).sentence(event) == expected.format(bot=bot_name(BOT))


def test_equal_names_are_distinguished_by_their_seats() -> None:
    told = narrator(
        Open(OPEN.setup, (Sitter("a", None), Sitter("b", None))), "en", dict.fromkeys("ab", "Zoe")
    )
    assert told.sentence(TimedOut(1, 1)) == "Zoe (2) has run out of time."
