"""Law 15: every text of a game exists in English and in French, and names no raw id."""

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

from msgspec import json

from domain.games import EDITIONS, GAMES
from domain.judging.narration import sentence
from domain.kernel import data_files
from ludotheque.laws.knowledge import rare_events
from ludotheque.laws.random_play import EVERY_GAME, tables


def choices(schema: dict[str, Any]) -> list[str]:
    """Return the values that an option can have, if they are listed."""
    listed: list[Any] = schema.get("items", schema).get("enum", [])
    return [str(each) for each in listed]


@EVERY_GAME
def test_every_option_and_every_choice_of_it_has_a_name_in_both_languages(key: str) -> None:
    game = GAMES[key]
    texts = data_files.texts(game.package)
    _, components = json.schema_components([game.options])
    properties = components[game.options.__name__].get("properties", {})
    options, values = texts.get("options", {}), texts.get("option_values", {})
    assert set(options) == set(properties)
    assert all(each.text for each in options.values())
    for name, schema in properties.items():
        named = {id_.removeprefix(f"{name}.") for id_ in values}
        assert set(choices(schema)) <= named | set(texts.get(name, ())), name
    known = {f"{name}.{each}" for name in properties for each in choices(properties[name])}
    assert set(values) <= known


def test_every_edition_has_a_title_in_both_languages() -> None:
    assert all(game.title.en and game.title.fr for game in EDITIONS.values())
    assert {key for key, _ in EDITIONS} == set(GAMES)


@cache
def raw_ids(key: str) -> frozenset[str]:
    """Return the ids of the components that are no words: `B57`, `P-GEN`, `feeler_blow`."""
    found = ids(json.decode(data_files.read(GAMES[key].package, "components.json")))
    return frozenset(each for each in found if not re.fullmatch(r"[^\W\d_]+|\d+", each))


def ids(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        if isinstance(value.get("id"), str):
            yield value["id"]
        for part in value.values():
            yield from ids(part)
    elif isinstance(value, list):
        for part in value:
            yield from ids(part)


def names_raw(key: str, said: str) -> set[str]:
    """Return the raw ids in a sentence, numbered copies of them too."""
    words = re.findall(r"[\w-]+", said)
    return {word for word in words if {word, re.sub(r"-\d+$", "", word)} & raw_ids(key)}


@EVERY_GAME
def test_no_sentence_names_a_raw_id(key: str) -> None:
    random = (event for play in tables(key) for event in play.events)
    for event in (*random, *rare_events(key)):
        for lang in ("en", "fr"):
            said = sentence(event, lang)
            assert not names_raw(key, said), said


@EVERY_GAME
def test_no_rule_option_or_text_names_a_raw_id(key: str) -> None:
    package = GAMES[key].package
    pieces = [each for kind in data_files.texts(package).values() for each in kind.values()]
    said = [
        *(part for rule in data_files.rules(package) for part in rule.statements),
        *(words for each in pieces for words in (each.name, each.text) if words is not None),
    ]
    for each in said:
        assert isinstance(each, data_files.Statement | data_files.Words)
        assert not names_raw(key, each.en) | names_raw(key, each.fr), each
