"""Law 20: every lesson can be played as it was recorded, and its notes are true to the rules."""

import pytest

from domain.games import GAMES
from domain.kernel import data_files
from domain.kernel.data_files import Words
from domain.kernel.lessons import (
    command_of,
    lesson_of,
    names_of_lessons,
    places,
    positions,
    record_of,
)
from ludotheque.laws.random_play import KEYS
from ludotheque.laws.test_law_19_guide import CITED

MOST_WORDS = 450  # about three minutes, with the moves
LESSONS = [(key, name) for key in KEYS for name in names_of_lessons(GAMES[key].package)]
EVERY_LESSON = pytest.mark.parametrize(("key", "name"), LESSONS)


@EVERY_LESSON
def test_a_lesson_is_judged_again_and_the_learner_may_do_what_it_asks(key: str, name: str) -> None:
    game = GAMES[key]
    lesson, record = lesson_of(game.package, name), record_of(game.package, name)
    reached = list(positions(game, lesson, record))  # raises Stale or Rejected
    for step, at in zip(lesson.steps, places(lesson, record), strict=True):
        if step.play is not None:
            legal = game.legal(reached[at].state, lesson.seat)
            assert command_of(game, step.play) in legal, step.play
            assert record[at + 1].seat == lesson.seat


@EVERY_LESSON
def test_a_lesson_is_short_in_every_language_and_cites_rules_of_the_game(
    key: str, name: str
) -> None:
    lesson = lesson_of(GAMES[key].package, name)
    rules = {rule.id for rule in data_files.rules(GAMES[key].package)}
    said = [text for step in lesson.steps for text in (step.say, step.otherwise) if text]
    assert not lesson.steps[-1].play  # the last note sums up
    assert sum(step.play is not None for step in lesson.steps) >= 3
    for text in (lesson.title, *said):
        assert text.en != text.fr
        assert set(CITED.findall(text.en)) == set(CITED.findall(text.fr))
        assert set(CITED.findall(text.en)) <= rules
    assert _words(said) <= 2 * MOST_WORDS


def _words(texts: list[Words]) -> int:
    """Return how many words the texts have in both languages together."""
    return sum(len(f"{text.en} {text.fr}".split()) for text in texts)
