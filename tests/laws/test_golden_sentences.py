"""Every event of the games and of the table in English and in French, one and many."""

from typing import get_args

import pytest

from domain.games import GAMES
from domain.judging.narration import narrator, sentence
from domain.table.events import TableEvent
from ludotheque.laws.test_law_11_sentences import NAMES, UNSUITABLE
from tests.support.histories.golden_sentences import Sentence, sentences

TYPES = {"table": get_args(TableEvent), **{key: game.events for key, game in GAMES.items()}}
SENTENCES = [
    pytest.param(each, id=f"{each.event.type} {each.english}")
    for folder in TYPES
    for each in sentences(folder)
]


@pytest.mark.parametrize("golden", SENTENCES)
def test_an_event_is_one_sentence_and_cites_its_rule(golden: Sentence) -> None:
    event = golden.event
    assert (sentence(event, "en"), sentence(event, "fr")) == (golden.english, golden.french)
    assert (event.cites() or "no rule") == golden.rule


@pytest.mark.parametrize("golden", SENTENCES)
def test_a_sentence_suits_any_name(golden: Sentence) -> None:
    for lang, unsuitable in UNSUITABLE.items():
        said = narrator(lang, names=NAMES).sentence(golden.event)
        assert not unsuitable.search(said), said


@pytest.mark.parametrize("folder", TYPES)
def test_no_event_is_without_a_sentence(folder: str) -> None:
    assert {type(each.event) for each in sentences(folder)} == set(TYPES[folder])
