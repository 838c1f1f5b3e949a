"""What newcomers read on the page."""

from msgspec import json

from api.pages.web.files import site
from api.pages.web.learning import guides
from domain.games import GAMES


def test_every_game_has_a_guide_in_each_language_and_a_place_on_the_shelf() -> None:
    files = guides()
    assert json.decode(files["learn/about.json"].content).keys() == GAMES.keys()
    for key in GAMES:
        assert files[f"learn/{key}/en.md"].content != files[f"learn/{key}/fr.md"].content


def test_they_are_no_files_of_the_build() -> None:
    assert not guides().keys() & site().files.keys()
