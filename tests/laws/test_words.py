"""The words of the server are complete, and law 18 finds every flaw of words."""

import re
from itertools import combinations
from typing import Any

import pytest

from api.problems.statuses import STATUSES
from domain.games.gumball_rally.events import CardDrawn, CardPlayed
from domain.games.gumball_rally.game import GAME
from domain.kernel.ids import LANGUAGES, Seat
from domain.kernel.words.en import Names
from domain.kernel.words.find import Module, words_of
from domain.kernel.words.fr import Names as FrenchNames
from domain.kernel.words.texts import Label, Option
from ludotheque.laws.spoken import compared, flaws, flaws_of_options, kinds_of, untranslated
from tests.support.documents.server_words import (
    PACKAGES,
    flaws_of_server,
    refusals_of_server,
    words_in,
)
from tests.support.paths import ROOT

WORDS = words_of(GAME.package, "en")
PASSES = {"colour_passes": False}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_words_of_the_server_are_complete(lang: str) -> None:
    assert [*flaws_of_server(lang)] == []


@pytest.mark.parametrize("package", PACKAGES)
def test_no_text_of_the_server_is_the_same_in_two_languages(package: str) -> None:
    spoken = [words_in(package, lang) for lang in LANGUAGES]
    pairs = [untranslated(one, other) for one, other in combinations(spoken, 2)]
    assert [flaw for each in pairs for flaw in each] == []


def test_every_refusal_of_the_server_is_raised() -> None:
    folders = ("api", "application", "domain", "workers")
    sources = "".join(path.read_text() for each in folders for path in (ROOT / each).rglob("*.py"))
    used = set(re.findall(r"(?<!class )\b[A-Z]\w+\b(?=[(,])", sources))
    assert {each.__name__ for each in refusals_of_server()} <= used


def test_every_refusal_of_the_server_is_a_problem_with_a_status() -> None:
    codes = {each.code for each in refusals_of_server()}
    assert codes <= {*STATUSES, "bad_option", "not_due"}  # of games; of timers, for no caller


def found(**changed: Any) -> list[str]:
    """Return the flaws of the words of a game after these functions were changed or taken out."""
    texts = {name: each for name, each in {**WORDS.texts, **changed}.items() if each}
    words = WORDS._replace(texts=texts)
    return flaws(words, "en", kinds_of(GAME), GAME.view_type, PASSES)


def test_the_words_of_a_game_have_no_flaw_before_they_are_changed() -> None:
    assert found() == []


@pytest.mark.parametrize("name", ["card_played", "label_play", "refusal_not_racing"])
def test_a_missing_function_is_named(name: str) -> None:
    assert found(**{name: None}) == [f"{WORDS.name} lacks {name!r}"]


def test_a_function_that_speaks_of_nothing_is_named() -> None:
    assert found(card_eaten=WORDS.texts["card_played"]) == [
        f"{WORDS.name} has 'card_eaten' for nothing"
    ]


def of_another_event(event: int, names: Names) -> str:
    return ""


def of_another_language(command: Any, names: FrenchNames, view: Any, seat: Seat) -> Label:
    return Label("", "")


def without_names(refusal: Any) -> str:
    return ""


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("card_played", of_another_event, "(CardPlayed, Names) and return str"),
        ("label_play", of_another_language, "(Play, Names, RallyView, Seat) and return Label"),
        ("refusal_not_racing", without_names, "(NotRacing, Names) and return str"),
        ("refusal_not_racing", Label("", ""), "(NotRacing, Names) and return str"),
    ],
)
def test_another_signature_is_named(name: str, text: Any, expected: str) -> None:
    assert found(**{name: text}) == [f"`{name}` of {WORDS.name} must take {expected}"]


def of_two_events(event: CardPlayed | CardDrawn, names: Names) -> str:
    return ""


def test_a_function_may_speak_of_several_kinds() -> None:
    assert found(card_played=of_two_events, card_drawn=of_two_events) == []
    assert found(hand_dealt=of_two_events) == [
        f"`hand_dealt` of {WORDS.name} must take (HandDealt, Names) and return str"
    ]


def test_the_choices_of_a_parameter_have_words_if_it_lists_them() -> None:
    wanted = flaws(WORDS, "en", kinds_of(GAME), GAME.view_type, {"colour_passes": True})
    assert wanted == [f"{WORDS.name} lacks 'choice_colour_passes'"]


def test_a_text_that_nobody_has_translated_is_named() -> None:
    french = words_of(GAME.package, "fr")
    assert untranslated(WORDS, french) == []
    texts = {**french.texts, "refusal_not_racing": WORDS.texts["refusal_not_racing"]}
    assert untranslated(WORDS, french._replace(texts=texts)) == [
        f"'refusal_not_racing' is the same in {WORDS.name} and {french.name}"
    ]


def test_names_of_parameters_and_options_are_compared() -> None:
    assert [*compared("X", ["a", "b"], ["b", "c"])] == ["X lacks 'a'", "X has 'c' for nothing"]


def test_a_value_of_an_option_without_a_name_is_named() -> None:
    points = WORDS.options["point_set"]
    fewer = Option(points.name, points.text, {"standard": "", "maximal": ""})
    words: Module = WORDS._replace(options={**WORDS.options, "point_set": fewer})
    where = f"OPTIONS['point_set'] of {WORDS.name}"
    assert [*flaws_of_options(words, GAME)] == [
        f"{where} lacks 'finish_heavy'",
        f"{where} lacks 'minimal'",
        f"{where} has 'maximal' for nothing",
    ]
