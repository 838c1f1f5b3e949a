"""Data files of a game."""

from pathlib import Path

import pytest
from msgspec import ValidationError, toml

from domain.kernel import data_files
from domain.kernel.messages import Value

PACKAGE = "domain.games.gumball_rally"


class Small(Value, frozen=True):
    hand_size: int


def test_components_are_decoded_into_a_typed_box() -> None:
    assert data_files.components(PACKAGE, Small) == Small(3)


def test_the_layout_of_the_data_does_not_matter_to_its_fingerprint() -> None:
    one = data_files.hashed(b'{"b": 1, "a": [1, 2]}')
    assert data_files.hashed(b'{"a":[1,2],\n"b":1}') == one
    assert data_files.hashed(b'{"a":[2,1],"b":1}') != one
    assert data_files.components_hash(PACKAGE) == data_files.hashed(
        data_files.read(PACKAGE, "components.json")
    )


def test_rules_have_an_id_and_statements_with_their_sources() -> None:
    first = data_files.rules(PACKAGE)[0]
    assert first.id == "GB-1"
    assert first.statements[0].provenance == "seed"
    assert first.text.startswith(first.statements[0].en)


def test_what_is_not_in_the_folder_is_not_found() -> None:
    with pytest.raises(FileNotFoundError):
        data_files.read(PACKAGE, str(Path("nothing.json")))


# The guide of a game, and a package that has none.


def test_the_guide_of_a_game_is_read_in_each_language() -> None:
    package = "domain.games.gumball_rally"
    assert data_files.guide_text(package, "en").startswith("## Aim")
    assert data_files.guide_text(package, "fr").startswith("## But du jeu")
    assert data_files.guide_text(package, "draw").startswith("## What to draw")


def test_a_package_without_a_guide_says_nothing() -> None:
    assert data_files.guide_text("domain.kernel", "en") == ""
    assert data_files.about_game("domain.kernel") is None


def test_what_the_shelf_cannot_show_is_refused() -> None:
    with pytest.raises(ValidationError, match="demand"):
        toml.decode(
            'minutes = [1, 2]\ndemand = "hard"\n[aim]\nen = "a"\nfr = "b"\n[rules]',
            type=data_files.About,
        )
