"""However people resign or agree to end a table, it ends, folds to the same state and verifies."""

import pytest

from domain.games import GAMES
from domain.judging.live_table import restored
from tests.support.cheating.forgery import Forgery
from tests.support.histories.verifiers import BOTH
from tests.support.tables.random_endings import bundle, cancelled, random_ending, terminated

EAGER = (0.03, 0.3)  # how often people want to end the table
SOME = 10  # tables, among which every ending is


@pytest.mark.parametrize("game", GAMES)
def test_tables_with_resignations_end_and_verify(game: str) -> None:
    for number, eager in enumerate(EAGER):
        closed, stored = random_ending(game, number, eager)
        assert restored(closed.setup.table, stored).state == closed
        for verifier in BOTH:
            assert verifier(bundle(closed, stored)) is None
        if closed.outcome is not None:
            places = [closed.outcome.places[seat] for seat in closed.resigned]
            others = [p for s, p in enumerate(closed.outcome.places) if s not in closed.resigned]
            assert places == sorted(places, reverse=True)
            assert max(others, default=0) < min(places, default=9)


def test_every_way_to_end_a_table_is_among_them() -> None:
    tables = [random_ending("gumball_rally", number, 0.1) for number in range(SOME)]
    assert {t.reason for t, _ in tables} == {"finished", "resigned", "agreed", "abandoned"}
    assert any(t.reason == "finished" and t.resigned for t, _ in tables)


def test_a_cancelled_table_verifies() -> None:
    for verifier in BOTH:
        assert verifier(cancelled()) is None


def test_a_table_that_an_administrator_closed_verifies() -> None:
    for verifier in BOTH:
        assert verifier(terminated()) is None


@pytest.mark.parametrize("lie", ["by", "notice", "reason"])
def test_a_table_that_no_administrator_closed_so_is_found(lie: str) -> None:
    forgery = Forgery(terminated())
    closed, record = forgery.events[-1]["data"], forgery.records[-1]
    match lie:
        case "by":
            record["by"] = forgery.events[0]["data"]["host"]
        case "notice":
            closed["notice"] = "Spam."
        case "reason":
            closed["reason"] = forgery.header_lies["status"] = "abandoned"
    for verifier in BOTH:
        assert verifier(forgery.content()) is not None


def test_a_place_that_hides_a_resignation_is_found() -> None:
    closed, stored = random_ending("gumball_rally", 4, 0.1)
    assert closed.reason == "resigned"
    forgery = Forgery(bundle(closed, stored))
    outcome = forgery.events[-1]["data"]["outcome"]
    outcome["places"] = [1 for _ in outcome["places"]]
    forgery.header_lies["outcome"] = outcome
    for verifier in BOTH:
        assert verifier(forgery.content()) is not None
