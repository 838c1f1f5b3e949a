"""Lessons: a record is judged again, and a change that makes it doubtful is found."""

import pytest
from msgspec.structs import replace

from domain.games import GAMES
from domain.kernel.lessons import (
    Drawn,
    Move,
    Recalled,
    Stale,
    lesson_of,
    names_of_lessons,
    places,
    positions,
    record_of,
)
from domain.kernel.refusals import Rejected

GAME = GAMES["asterix"]
LESSON, RECORD = lesson_of(GAME.package, "lesson1"), record_of(GAME.package, "lesson1")


def judged(record: list[Move]) -> int:
    return len(list(positions(GAME, LESSON, record)))


def test_a_record_leads_to_a_position_after_each_move() -> None:
    assert judged(RECORD) == len(RECORD)
    assert places(LESSON, RECORD)[:4] == [0, 0, 3, 3]
    assert places(LESSON, RECORD)[-1] == len(RECORD) - 1


def test_another_result_of_a_move_makes_a_record_stale() -> None:
    other = replace(RECORD[1], events="000000000000")
    with pytest.raises(Stale, match="another result"):
        judged([RECORD[0], other])


def test_a_command_that_the_rules_refuse_makes_a_record_stale() -> None:
    with pytest.raises(Rejected):
        judged([RECORD[0], RECORD[1], replace(RECORD[2], command=RECORD[1].command)])


def test_a_record_must_have_the_draws_that_the_game_asks_for() -> None:
    with pytest.raises(Stale, match="deck"):
        judged([replace(RECORD[0], draws=())])
    with pytest.raises(Stale, match="order of 50"):
        judged([replace(RECORD[0], draws=(Drawn("deck", (1, 2)),))])
    with pytest.raises(Stale, match="another result"):
        judged([replace(RECORD[0], draws=(*RECORD[0].draws, Drawn("die", 1)))])


def test_a_number_that_was_drawn_must_be_possible() -> None:
    assert Recalled([Drawn("die", 3)]).roll(4) == 4
    with pytest.raises(Stale, match="below 4"):
        Recalled([Drawn("die", 4)]).roll(4)


def test_a_note_must_ask_for_what_was_recorded() -> None:
    with pytest.raises(Stale, match="step 7 expects"):
        places(LESSON, RECORD[:9])


def test_a_note_may_be_shown_between_the_moves_of_others() -> None:
    first, second, third, *rest = LESSON.steps
    between = replace(third, after=1)
    assert places(replace(LESSON, steps=(first, second, between, *rest)), RECORD)[2] == 2


def test_a_package_without_a_guide_has_no_lessons() -> None:
    assert names_of_lessons("domain.kernel") == []
