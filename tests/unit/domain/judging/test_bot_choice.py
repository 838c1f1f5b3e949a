"""What a bot plays is one of its actions, chosen by its own view and the luck of the table."""

from dataclasses import replace
from typing import Any

import pytest

from domain.judging import bot_choice
from domain.judging.bot_choice import choose_action, next_bot
from domain.judging.decision_clock import game_of
from domain.judging.fold import NOTHING
from domain.kernel.messages import Event
from domain.table.commands import Bot
from domain.table.end_events import TableClosed
from domain.table.opening_events import SeatTaken
from domain.table.state import Running
from ludotheque.testing.spec import Fated
from tests.support.players.people import BOB, CLEO
from tests.support.tables.rally_table import rally_table, started
from tests.support.tables.table_spec import given, seated

GRETA = "greta".ljust(26, "a")


def race(*bots: tuple[int, Bot]) -> Running:
    """Return a table of Anne, Bob and Cleo, or bots in their places; seat 0 is asked."""
    events: list[Event] = started()
    for seat, kind in bots:
        events[1 + seat] = SeatTaken(seat, GRETA, None, None, kind)
    state = given(events).state
    assert isinstance(state, Running)
    return state


def test_it_is_a_bots_turn_only_when_a_bot_is_asked() -> None:
    assert next_bot(race((0, "greedy"))) == 0
    assert next_bot(race((1, "greedy"))) is None
    assert next_bot(race()) is None
    assert next_bot(NOTHING) is None
    assert next_bot(given(rally_table(), seated(BOB, CLEO)).state) is None
    assert next_bot(given(started(), TableClosed("abandoned", None, "")).state) is None


@pytest.mark.parametrize("number", [0, 1, 2])
def test_random_takes_the_action_that_luck_points_at(number: int) -> None:
    state = race((0, "random"))
    actions = game_of(state).legal(state.play, 0)
    luck = Fated(number)
    assert choose_action(state, 0, luck) == actions[number]
    assert luck.is_spent()


def with_greedy(monkeypatch: pytest.MonkeyPatch, state: Running, greedy: Any) -> None:
    changed = replace(game_of(state), greedy=greedy)
    monkeypatch.setattr(bot_choice, "game_of", lambda _: changed)


def test_luck_picks_one_of_the_actions_that_greedy_finds_best(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    state = race((0, "greedy"))
    two = game_of(state).legal(state.play, 0)[:2]
    with_greedy(monkeypatch, state, lambda *_: two)
    assert [choose_action(state, 0, Fated(n)) for n in (0, 1)] == list(two)


def test_a_greedy_bot_that_cannot_choose_plays_the_default_of_the_rules(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError

    state = race((0, "greedy"))
    with_greedy(monkeypatch, state, broken)
    assert choose_action(state, 0, Fated(0)) == game_of(state).default(state.play, 0)


def test_nobody_chooses_for_a_person() -> None:
    with pytest.raises(AssertionError, match="not a bot's"):
        choose_action(race(), 0, Fated(0))
