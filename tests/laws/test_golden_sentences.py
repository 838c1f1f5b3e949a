"""Every event of the games and of the table in English and in French, one and many."""

from typing import get_args

import pytest

from domain.games import BUILT_IN
from domain.judging.narration import narrator, sentence
from domain.kernel.messages import PublicEvent
from domain.table.events import TableEvent
from ludotheque.laws.test_law_11_sentences import NAMES, UNSUITABLE
from tests.support.histories.golden import Sentence, facts, sentences

TYPES = {"table": get_args(TableEvent), **{key: BUILT_IN[key].events for key in BUILT_IN}}
SENTENCES = [
    pytest.param(each, id=f"{each.event.type} {each.english}")
    for folder in TYPES
    for each in sentences(folder)
]


@pytest.mark.parametrize("golden", SENTENCES)
@pytest.mark.rule("AX-8.5", "AX-8.6", "AX-8.7", "AX-8.8", "AX-8.9", "AX-8.10", "AX-8.11", "BR-28")
@pytest.mark.rule("GB-18", "GB-19", "GR-10.8", "GR-10.14", "GS-26", "GS-33")
def test_an_event_is_one_sentence_cites_its_rule_and_has_its_audience(golden: Sentence) -> None:
    event = golden.event
    assert (sentence(event, "en"), sentence(event, "fr")) == (golden.english, golden.french)
    assert facts(event) == golden.facts


@pytest.mark.parametrize("folder", TYPES)
def test_every_hidden_type_of_event_is_hidden_in_a_golden_sentence(folder: str) -> None:
    """So the list of those that are public in all sentences is complete."""
    hidden = {type(each.event) for each in sentences(folder) if "everyone" not in each.facts}
    assert {each for each in TYPES[folder] if not issubclass(each, PublicEvent)} == hidden


@pytest.mark.parametrize("golden", SENTENCES)
def test_a_sentence_suits_any_name(golden: Sentence) -> None:
    for lang, unsuitable in UNSUITABLE.items():
        said = narrator(lang, names=NAMES).sentence(golden.event)
        assert not unsuitable.search(said), said


@pytest.mark.parametrize("folder", TYPES)
def test_no_event_is_without_a_sentence(folder: str) -> None:
    assert {type(each.event) for each in sentences(folder)} == set(TYPES[folder])
