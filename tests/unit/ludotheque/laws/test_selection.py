"""The laws are asked of the games that `--laws` names, or of all."""

import pytest

from domain.games import GAMES
from domain.games.installed import NotLoaded
from ludotheque.laws import selection


@pytest.fixture(autouse=True)
def nothing_selected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(selection, "_selected", [])


def test_without_a_choice_all_games_are_asked() -> None:
    assert selection.games() == GAMES


def test_only_the_chosen_games_are_asked() -> None:
    selection.select(["bug_race"])
    assert list(selection.games()) == ["bug_race"]


def test_a_game_that_is_not_installed_is_named_with_what_to_do() -> None:
    with pytest.raises(selection.UnknownGame, match="pip install -e") as unknown:
        selection.select(["chess"])
    assert "only gumball_rally" in str(unknown.value)


def test_a_game_that_cannot_be_loaded_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    failed = NotLoaded("chess", "ludotheque-chess", "It cannot be imported: no board.")
    monkeypatch.setattr(selection, "NOT_LOADED", (failed,))
    with pytest.raises(selection.UnknownGame, match="no board"):
        selection.select(["chess"])
