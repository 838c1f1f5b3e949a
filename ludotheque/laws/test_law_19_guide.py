"""Law 19: every game explains itself to newcomers, in every language and by its rules."""

import re

import pytest
from msgspec import convert

from domain.games import GAMES
from domain.kernel import data_files
from domain.kernel.ids import LANGUAGES
from ludotheque.laws.random_play import EVERY_GAME

CITED = re.compile(r"\b[A-Z]{2,4}-\d+(?:\.\d+)*\b")
LONGEST_AIM = 110  # characters: two lines on the shelf


@pytest.mark.parametrize("lang", LANGUAGES)
@EVERY_GAME
def test_a_guide_has_parts_and_cites_only_rules_of_the_game(key: str, lang: str) -> None:
    package = GAMES[key].package
    text = data_files.guide_text(package, lang)
    assert text.startswith("## ")
    assert text.count("\n## ") >= 1
    assert CITED.findall(text)
    assert set(CITED.findall(text)) <= {rule.id for rule in data_files.rules(package)}


@EVERY_GAME
def test_the_guides_of_a_game_say_the_same_in_every_language(key: str) -> None:
    texts = [data_files.guide_text(GAMES[key].package, lang) for lang in LANGUAGES]
    assert len({tuple(sorted(set(CITED.findall(text)))) for text in texts}) == 1
    assert len({text.count("## ") for text in texts}) == 1
    assert len(set(texts)) == len(texts)


@EVERY_GAME
def test_the_shelf_can_say_what_the_game_is_about(key: str) -> None:
    found = data_files.about_game(GAMES[key].package)
    assert found is not None
    assert 0 < found.minutes[0] <= found.minutes[1]
    for aim in (found.aim.en, found.aim.fr):
        assert aim.endswith(".")
        assert len(aim) <= LONGEST_AIM


@EVERY_GAME
def test_every_command_has_the_rule_that_it_follows(key: str) -> None:
    found = data_files.about_game(GAMES[key].package)
    assert found is not None
    commands = {str(command.__struct_config__.tag) for command in GAMES[key].commands}
    assert found.rules.keys() == commands
    rules = {rule.id for rule in data_files.rules(GAMES[key].package)}
    assert set(found.rules.values()) <= rules


@EVERY_GAME
def test_presets_are_tables_that_the_game_admits_shortest_first(key: str) -> None:
    game, found = GAMES[key], data_files.about_game(GAMES[key].package)
    assert found is not None
    names = [preset.name for preset in found.presets]
    assert names == [name for name in ("short", "normal", "full") if name in names]
    assert [p.minutes for p in found.presets] == sorted(p.minutes for p in found.presets)
    for preset in found.presets:
        assert preset.seats in game.seats
        game.admit(convert(preset.options, game.options), preset.seats)
