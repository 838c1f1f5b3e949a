"""Recording a lesson: it gives the record that is committed, and says what is possible instead."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from domain.games import GAMES
from domain.kernel.lessons import Deal, Drawn, lesson_of, record_of
from ludotheque import lessons
from ludotheque.lessons import Dealt, Recording, record


def test_a_lesson_without_luck_of_its_own_is_recorded_the_same_again() -> None:
    game = GAMES["asterix"]
    recording = Recording(game, lesson_of(game.package, "lesson1"))
    recording.play()
    assert recording.moves == record_of(game.package, "lesson1")


def test_the_deals_come_first_and_the_seed_gives_the_rest() -> None:
    chance = Dealt([Deal("deck", ("c", "a")), Deal("die", 2)], seed=1)
    assert chance.shuffle("abcd", "deck")[:2] == ("c", "a")
    assert chance.roll(4) == 3
    order, die = chance.draws
    assert order.draw == "deck"
    assert sorted(order.got) == [0, 1, 2, 3]  # type: ignore[arg-type]
    assert die == Drawn("die", 2)
    again = [Dealt([], seed).below(1000, "die") for seed in (1, 1, 2)]
    assert again[0] == again[1] != again[2]


def test_a_command_that_is_refused_is_answered_with_what_is_possible(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def wrong(package: str, name: str) -> object:
        lesson = lesson_of(package, name)
        step = replace(lesson.steps[1], play={"type": "asterix.play", "card": "OBE-01"})
        return replace(lesson, steps=(step,))

    monkeypatch.setattr(lessons, "lesson_of", wrong)
    assert record("asterix", "lesson1") == 1
    assert "AST-IDF" in capsys.readouterr().out


def test_the_record_is_written_beside_the_notes(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "guide").mkdir()
    monkeypatch.setattr(lessons, "files", lambda _: tmp_path)
    assert record("asterix", "lesson1") == 0
    written = (tmp_path / "guide" / "lesson1.ndjson").read_bytes()
    assert len(written.splitlines()) == len(record_of(GAMES["asterix"].package, "lesson1"))
