"""Where table and game meet: the end of the play, foreign commands, previews."""

import pytest

from domain.games.gumball_rally.events import CardPlayed, RallyFinished
from domain.judging.commands.play import preview
from domain.judging.decision_clock import awaited, next_timer_check
from domain.judging.fold import NOTHING
from domain.kernel.game import Outcome
from domain.kernel.ids import rfc3339
from domain.kernel.messages import Command
from domain.kernel.refusals import Rejected
from domain.table.clock_events import DecisionOpened
from domain.table.end_events import TableClosed
from domain.table.opening_events import LuckDrawn
from domain.table.state import Closed, Running
from ludotheque.laws.random_play import played
from tests.support.games.gumball_rally.situations import lined_up, play
from tests.support.players.fixed_world import NOON
from tests.support.players.people import ANNE, BOB, CLEO, DORA
from tests.support.tables.rally_table import (
    ANNE_PLAYS,
    BOB_PLAYS,
    decision_opened,
    rally_table,
    started,
)
from tests.support.tables.table_spec import SEED, begun, by, given

LAST_PLAY = (
    rally_table(),
    *begun(ANNE, BOB, CLEO),
    *lined_up("black 9", "blue 8", hands={2: "red 7"}, next_danger="winner"),
    decision_opened(3, 1, 3, 2, None),
)


class Chess(Command, frozen=True, tag="chess.move"):
    """Of a game that is not played here."""


def test_a_command_of_another_game_is_refused() -> None:
    given(started()).when(by(ANNE), Chess()).refused("other_game", field="type")


def test_the_end_of_the_play_closes_the_table_and_reveals_the_seed() -> None:
    told = given(LAST_PLAY).when(by(CLEO), play("red 7"))
    outcome = Outcome((1, 2, 3), (8, 5, 3))
    told.then_ends_with(
        RallyFinished((1, 2, 3), (8, 5, 3)), TableClosed("finished", outcome, SEED.hex())
    )
    after = told.judged.state
    assert isinstance(after, Closed)
    assert after.outcome == outcome
    assert (awaited(after), next_timer_check(after, NOON)) == (frozenset(), None)


def test_luck_is_written_down_before_the_events_that_use_it() -> None:
    for step in played("gumball_rally", 8, 0).steps:
        kinds = [type(event) for event in step.events]
        assert LuckDrawn not in kinds[2:]


def test_a_play_without_luck_writes_no_draws() -> None:
    assert not [
        e for e in given(started()).when(by(ANNE), ANNE_PLAYS).events if isinstance(e, LuckDrawn)
    ]


def test_a_preview_is_how_the_play_would_begin() -> None:
    state = given(started()).state
    assert preview(state, by(ANNE), ANNE_PLAYS) == [CardPlayed(0, "R-black-3", (), (0, 1, 2))]


@pytest.mark.parametrize(
    ("player", "command", "code"),
    [
        (DORA, ANNE_PLAYS, "not_seated"),
        (BOB, BOB_PLAYS, "not_your_turn"),
        (ANNE, BOB_PLAYS, "card_not_in_hand"),
        (ANNE, Chess(), "other_game"),
    ],
)
def test_a_preview_refuses_what_would_be_refused(player: str, command: Command, code: str) -> None:
    given(started()).when(by(player), command).refused(code, *_rule(code))
    with pytest.raises(Rejected, match=code):
        preview(given(started()).state, by(player), command)


def _rule(code: str) -> tuple[str, ...]:
    rules = {"not_your_turn": "GB-17", "card_not_in_hand": "GB-21"}
    return (rules[code],) if code in rules else ()


def test_before_the_start_there_is_nothing_to_preview() -> None:
    with pytest.raises(Rejected, match="not_started"):
        preview(given(rally_table()).state, by(ANNE), ANNE_PLAYS)


def test_nobody_is_awaited_before_the_start() -> None:
    assert awaited(NOTHING) == awaited(given(rally_table()).state) == frozenset()
    assert next_timer_check(NOTHING, NOON) is None


def test_questions_are_numbered_without_gaps() -> None:
    events = played("gumball_rally", 3, 0).events
    numbers = [event.number for event in events if isinstance(event, DecisionOpened)]
    assert numbers == list(range(1, len(numbers) + 1))


def test_every_question_is_put_in_the_same_step_as_the_one_before_was_answered() -> None:
    for step in played("gumball_rally", 5, 1).turns:
        assert isinstance(step.events[-1], DecisionOpened | TableClosed)
        if isinstance(step.after, Running):
            assert step.after.decision is not None
            assert step.after.decision.deadline == rfc3339(step.at + 60_000)
