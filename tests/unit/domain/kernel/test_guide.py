"""The guide of a game, and a package that has none."""

import pytest
from msgspec import ValidationError, toml

from domain.kernel import guide


def test_the_guide_of_a_game_is_read_in_each_language() -> None:
    package = "domain.games.gumball_rally"
    assert guide.text(package, "en").startswith("## Aim")
    assert guide.text(package, "fr").startswith("## But du jeu")
    assert guide.text(package, "draw").startswith("## What to draw")


def test_a_package_without_a_guide_says_nothing() -> None:
    assert guide.text("domain.kernel", "en") == ""
    assert guide.about("domain.kernel") is None


def test_what_the_shelf_cannot_show_is_refused() -> None:
    with pytest.raises(ValidationError, match="demand"):
        toml.decode(
            'minutes = [1, 2]\ndemand = "hard"\n[aim]\nen = "a"\nfr = "b"\n[rules]',
            type=guide.About,
        )
