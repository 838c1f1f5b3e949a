"""Law 18: in every language, each event, command, refusal and option has its words.

A function that is missing, that speaks of nothing, or that has another signature is named.
"""

from itertools import combinations

import pytest

from domain.games import GAMES
from domain.kernel.ids import LANGUAGES
from domain.kernel.words.find import words_of
from ludotheque.laws.random_play import EVERY_GAME
from ludotheque.laws.spoken import flaws_of_game, untranslated


@pytest.mark.parametrize("lang", LANGUAGES)
@EVERY_GAME
def test_the_words_of_a_game_are_complete(key: str, lang: str) -> None:
    assert flaws_of_game(key, lang) == []


@EVERY_GAME
def test_no_text_is_the_same_in_two_languages(key: str) -> None:
    spoken = [words_of(GAMES[key].package, lang) for lang in LANGUAGES]
    pairs = [untranslated(one, other) for one, other in combinations(spoken, 2)]
    assert [flaw for each in pairs for flaw in each] == []
