"""No word of a game is outside its folder, except in tests, documentation and example clients."""

import re

from msgspec import json

import api.services  # noqa: F401 - with it, all types of the server are known
from api.http.requests import camel
from domain.games import GAMES
from tests.support.documents.game_words import own_words, server_sources, words_in, words_of
from tests.support.paths import ROOT

DOCUMENT = ROOT / "api" / "openapi"
# Words that the server uses in a meaning of its own, beside the names of its types and fields.
ALSO_OURS = {"Advance", "Place", "Play", "bearer", "path"}
COMPOUND = re.compile(r"[_.\-A-Z]")


def foreign(source: str, whole: bool, words: set[str]) -> set[str]:
    """Return the words of games in a module; simple English words only if `whole`."""
    return {word for word in words_in(source) if word in words and (whole or COMPOUND.search(word))}


def test_no_module_of_the_server_uses_a_word_of_a_game() -> None:
    """The document is asked for every word, because it names fields."""
    words = {word for game in GAMES.values() for word in words_of(game)}
    words -= own_words() | ALSO_OURS
    found = {
        str(path.relative_to(ROOT)): used
        for path in server_sources()
        if (used := foreign(path.read_text(), path.is_relative_to(DOCUMENT), words))
    }
    assert found == {}


def test_the_server_describes_no_field_of_a_game() -> None:
    described = json.decode((DOCUMENT / "descriptions.json").read_bytes(), type=dict[str, str])
    words = {word for game in GAMES.values() for word in words_of(game)} - own_words() - ALSO_OURS
    assert [field for field in described if field in words] == []
    assert [field for field in described if field.startswith(tuple(map(camel, GAMES)))] == []


def test_no_module_of_the_server_mentions_a_game() -> None:
    names = [name for game in GAMES.values() for name in (game.key, game.title.en, game.title.fr)]
    names += [camel(key) for key in GAMES]
    mentioned = re.compile("|".join(map(re.escape, names)))
    assert [path for path in server_sources() if mentioned.search(path.read_text())] == []


def test_a_word_of_a_game_would_be_found() -> None:
    words = {"bidders", "card_played", "RallyLinedUp"}
    source = 'CAPS = {"bidders": 8}\nKINDS = ["card_played", RallyLinedUp]\n'
    assert foreign(source, True, words) == words
    assert foreign(source, False, words) == {"card_played", "RallyLinedUp"}
