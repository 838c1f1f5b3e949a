"""Cheats of every kind, planted in tables of every game on rebuilt chains: each one is found."""

import pytest
from msgspec import json

from domain.audit.verify import verify
from domain.games import GAMES
from openapi.clients import verify as one_file
from tests.support.cheating.cheats import CHEATS
from tests.support.cheating.forgery import Forgery
from tests.support.cheating.planted import planted
from tests.support.cheating.plants import Cheat
from tests.support.cheating.tables import KINDS, bundle_of
from tests.support.histories.verifiers import BOTH, Finder

FEWEST = 100
PARTS = ("event", "command", "header", "ancestor", "head", "leaf", "salt", "version", "line")


def check_place(content: bytes, line: int, version: int, field: str) -> None:
    """Line, version and field agree: the line is that of the event, or of its command."""
    assert field.startswith(PARTS), field
    told = json.decode(content.splitlines()[line - 1])
    if version == 0:
        assert "header" in told
    elif isinstance(told.get("command"), dict):
        spans = told["command"]
        assert version in (spans.get("first"), 1 + spans.get("last", 0)) or "last" in field
    else:
        assert line == version + 1 + content.count(b'\n{"ancestor":')


def test_there_are_many_kinds_of_cheats() -> None:
    assert len({cheat.name for cheat in CHEATS}) == len(CHEATS) >= FEWEST


@pytest.mark.parametrize("finder", BOTH)
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("game", GAMES)
def test_the_honest_tables_pass(game: str, kind: str, finder: Finder) -> None:
    honest = bundle_of(game, kind)
    assert finder(honest) is None
    assert Forgery(honest).content() == honest  # the forger changes nothing by itself


@pytest.mark.parametrize("cheat", CHEATS, ids=lambda cheat: cheat.name)
def test_a_cheat_is_found_in_every_game_and_its_place_is_named(cheat: Cheat) -> None:
    for game in GAMES:
        content = planted(game, cheat)
        report = verify(content)
        assert report.verdict == "FAIL", game
        assert report.flaw is not None
        assert report.flaw.line is not None
        check_place(content, report.flaw.line, report.flaw.version, report.flaw.field)


@pytest.mark.parametrize(
    "cheat", [each for each in CHEATS if each.found_by == "all"], ids=lambda cheat: cheat.name
)
def test_a_cheat_is_found_without_the_rules(cheat: Cheat) -> None:
    for game in GAMES:
        content = planted(game, cheat)
        with pytest.raises(one_file.Wrong) as found:
            one_file.verify(content.decode())
        check_place(content, found.value.line, found.value.version, found.value.field)
