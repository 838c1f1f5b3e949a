"""The rules that the table keeps for the village: options, clocks and defaults."""

import pytest

from domain.games.asterix.commands import AsterixOptions, Idefix, Play
from domain.games.asterix.game import GAME
from domain.games.asterix.trick_events import CardChosen, CardKept, CardsRevealed, ChoiceMade
from domain.kernel.ids import rfc3339
from domain.kernel.messages import Event
from domain.table.clock_events import DecisionOpened, TimedOut
from domain.table.commands import CallTime, OpenTable
from domain.table.state import Closed
from tests.support.games.asterix.freeing import FREEING
from tests.support.games.asterix.situations import History, asked, dealt, playing
from tests.support.players.fixed_world import NOON
from tests.support.players.people import ANNE, PEOPLE
from tests.support.seats import A, B, C
from tests.support.tables.table_spec import SECOND, THE_CLOCK, begun, by, given, opened

START = dealt("AST OBE ABR", "R01-1 R15-1 R04-1")
LOOKING = asked(START, "AST-IDF", "OBE-01", "ABR-02")


def running(history: History, players: int = 3) -> list[Event]:
    """The history at a table whose open question was put at noon, by the clock of the rules."""
    decision = GAME.decision(playing(history))
    assert decision is not None
    deadline = rfc3339(NOON + GAME.clocks[decision.kind] * SECOND)
    seats = tuple(sorted(decision.awaited))
    put = DecisionOpened(1, decision.key, decision.kind, seats, deadline)
    return [opened(GAME.key, AsterixOptions(), 5), *begun(*PEOPLE[:players]), *history, put]


@pytest.mark.rule("AX-2.2")
@pytest.mark.parametrize(
    "options", [{"rounds": 0}, {"rounds": 5}, {"full_tie": "x"}, {"fullTie": 1}]
)
def test_options_that_do_not_exist_are_refused(options: dict[str, object]) -> None:
    asking = OpenTable("asterix", options=options)
    given().when(by(ANNE), asking).refused("unknown_option", field="options")


@pytest.mark.rule("AX-9.1")
def test_the_late_play_their_lowest_gauls_one_after_the_other() -> None:
    late = NOON + 45 * SECOND
    table = running(asked(START, "OBE-09"))
    given(table).when(THE_CLOCK, CallTime(), late - 1).refused("not_due")
    first = given(table).when(THE_CLOCK, CallTime(), late)
    first.then(TimedOut(A, 1), CardChosen(A, "AST-01"), ChoiceMade(A))
    second = given(table, first.events).when(THE_CLOCK, CallTime(), late)
    second.then_starts_with(TimedOut(C, 1), CardChosen(C, "ABR-01"), ChoiceMade(C))
    assert CardsRevealed(("AST-01", "OBE-09", "ABR-01")) in second.events


@pytest.mark.rule("AX-9.2")
def test_e15_the_late_idefix_player_keeps_the_card() -> None:
    """AX-E15"""
    told = given(running(LOOKING)).when(THE_CLOCK, CallTime(), NOON + 45 * SECOND)
    told.then_starts_with(TimedOut(A, 1), CardKept(A, "R15-1", "AST-IDF"))


@pytest.mark.rule("AX-9.3")
def test_late_pirates_act_in_the_best_way_after_a_minute() -> None:
    table = given(running(FREEING, players=2))
    table.when(THE_CLOCK, CallTime(), NOON + 60 * SECOND - 1).refused("not_due")
    told = table.when(THE_CLOCK, CallTime(), NOON + 60 * SECOND)
    assert isinstance(told.judged.state, Closed)
    assert told.judged.state.outcome is not None
    assert told.judged.state.outcome.scores == (10 + 10 + 20 + 8 + 2, 6)


@pytest.mark.rule("AX-8.1", "AX-8.4")
def test_a_choice_of_one_opens_no_new_question_and_the_last_one_does() -> None:
    table = running(START)
    first = given(table).when(by(PEOPLE[B]), Play("OBE-05"))
    first.then(CardChosen(B, "OBE-05"), ChoiceMade(B))
    second = given(table, first.events).when(by(PEOPLE[A]), Play("AST-02"))
    last = given(table, first.events, second.events).when(by(PEOPLE[C]), Play("ABR-01"))
    put = last.events[-1]
    assert isinstance(put, DecisionOpened)
    assert (put.kind, put.seats) == ("play", (A, B, C))
    idle = given(running(LOOKING)).when(by(PEOPLE[B]), Idefix(B))
    idle.refused("not_your_decision", "AX-8.14")
