"""Law 14: every piece that a board draws has a name in both languages."""

import re
from collections.abc import Callable
from typing import Any, get_args

import pytest
from msgspec import json

from domain.games import GAMES
from domain.games.gasterospeed.state import Status
from domain.games.gasterospeed.todo_effects import Cause
from domain.kernel import box
from tests.support.every_game import EVERY_GAME

Ids = Callable[[dict[str, Any]], set[str]]


def ids(kind: str, key: str = "id") -> Ids:
    """The ids of a list of the components."""
    return lambda data: {str(each[key]) for each in data[kind]}


def glyphs(data: dict[str, Any]) -> set[str]:
    return {each for circuit in data["circuits"] for row in circuit["map"] for each in row}


def with_obstacles(data: dict[str, Any]) -> set[str]:
    return {each["id"] for each in data["circuits"] if any("O" in row for row in each["map"])}


DRAWN: list[tuple[str, str, Ids]] = [
    ("gumball_rally", "colours", ids("suits", "colour")),
    ("gumball_rally", "race_symbols", ids("suits", "colour")),
    ("gumball_rally", "danger_symbols", ids("suits", "colour")),
    ("gumball_rally", "buggies", ids("buggies")),
    ("gumball_rally", "dangers", lambda data: {each["kind"] for each in data["danger_cards"]}),
    ("galopp_royal", "chairs", ids("chairs")),
    ("galopp_royal", "bearers", ids("bearers", "kind")),
    ("asterix", "characters", ids("characters")),
    ("asterix", "ranks", ids("ranks", "value")),
    ("asterix", "pirates", ids("pirates")),
    ("bug_race", "bugs", ids("bugs")),
    ("bug_race", "legs", ids("legs")),
    ("gasterospeed", "actions", ids("action_cards")),
    ("gasterospeed", "circuits", ids("circuits")),
    ("gasterospeed", "obstacles", with_obstacles),
    ("gasterospeed", "legend", glyphs),
    ("gasterospeed", "statuses", lambda _: set(get_args(Status))),
    ("gasterospeed", "causes", lambda _: set(get_args(Cause))),
    ("gasterospeed", "snails", ids("snails")),
]


@EVERY_GAME
def test_every_option_has_a_text(key: str) -> None:
    told = box.texts(GAMES[key].package)["options"]
    assert told.keys() == {*GAMES[key].options.__struct_fields__}
    assert all(each.text is not None for each in told.values())


@EVERY_GAME
def test_every_text_is_in_both_languages(key: str) -> None:
    for kind, pieces in box.texts(GAMES[key].package).items():
        for piece, told in pieces.items():
            assert told.name.en.strip(), (kind, piece)
            assert told.name.fr.strip(), (kind, piece)
            if told.text is not None:
                assert re.fullmatch(r"(?s)[A-ZÀÉ+\"].+\.", told.text.en), (kind, piece)
                assert re.fullmatch(r"(?s)[A-ZÀÉ+«].+\.", told.text.fr), (kind, piece)
                assert told.text.en != told.text.fr
            assert told.colour is None or re.fullmatch(r"#[0-9a-f]{6}", told.colour)


@pytest.mark.parametrize(("key", "kind", "of"), DRAWN)
def test_whatever_a_board_draws_has_a_name(key: str, kind: str, of: Ids) -> None:
    package = GAMES[key].package
    data = json.decode(box.read(package, "components.json"))
    assert of(data)
    assert of(data) <= set(box.texts(package)[kind])


@pytest.mark.parametrize("kind", ["actions", "circuits"])
def test_effects_and_special_rules_are_explained(kind: str) -> None:
    assert all(each.text for each in box.texts("domain.games.gasterospeed")[kind].values())


@pytest.mark.parametrize(
    ("key", "kind"),
    [
        ("gumball_rally", "colours"),
        ("gumball_rally", "buggies"),
        ("galopp_royal", "chairs"),
        ("asterix", "characters"),
        ("bug_race", "bugs"),
        ("gasterospeed", "legend"),
        ("gasterospeed", "snails"),
    ],
)
def test_pieces_have_colours(key: str, kind: str) -> None:
    assert all(each.colour for each in box.texts(GAMES[key].package)[kind].values())
