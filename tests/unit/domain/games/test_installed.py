"""Games of other packages: one that is sound is on the shelf, and each other one says why not."""

from collections.abc import Sequence
from dataclasses import replace
from importlib.metadata import EntryPoint
from typing import Any

import pytest

from domain.games import GAMES, INSTALLED, NOT_LOADED
from domain.games.gumball_rally.events import RallyEvent
from domain.games.installed import GROUP, NotLoaded, installed
from domain.kernel.game import AnyGame, Chance, Seated
from domain.kernel.messages import Value

RALLY = GAMES["gumball_rally"]


class Point(EntryPoint):
    """An entry point that loads what the test gives it."""

    found: Any

    def load(self) -> Any:
        if isinstance(self.found, Exception):
            raise self.found
        return self.found


def point(found: Any, name: str = "gumball_rally") -> Point:
    made = Point(name, "somewhere:GAME", GROUP)
    vars(made)["found"] = found
    return made


def why_not(found: Any, name: str = "gumball_rally", taken: tuple[str, ...] = ()) -> str:
    games, [failed] = installed(taken, [point(found, name)])
    assert games == ()
    assert (failed.name, failed.distribution) == (name, "unknown")
    return failed.why


def test_a_game_behind_an_entry_point_is_found() -> None:
    [game], failed = installed((), [point(RALLY)])
    assert (game.key, game.editions, failed) == ("gumball_rally", (RALLY,), ())


def test_older_editions_follow_the_current_one() -> None:
    older = replace(RALLY, rules_version="1")
    [game], _ = installed((), [point((RALLY, older))])
    assert [each.rules_version for each in game.editions] == [RALLY.rules_version, "1"]


def test_a_package_that_cannot_be_imported_does_not_stop_the_others() -> None:
    broken = point(ImportError("no module named dice"), "broken")
    [game], [failed] = installed((), [broken, point(RALLY)])
    assert game.key == "gumball_rally"
    assert isinstance(failed, NotLoaded)
    assert "no module named dice" in failed.why


@pytest.mark.parametrize("found", [None, object(), (), [RALLY, 7]])
def test_what_is_no_game_is_not_loaded(found: Any) -> None:
    assert "neither a Game nor a sequence" in why_not(found)


def test_a_key_is_given_once_and_never_that_of_the_table() -> None:
    assert "belongs to another game" in why_not(RALLY, taken=("gumball_rally",))
    assert "belongs to another game" in why_not(RALLY, "table")
    games, [second] = installed((), [point(RALLY), point(RALLY)])
    assert len(games) == 1
    assert "belongs to another game" in second.why


class NoFiles(Value, frozen=True):
    """Options in a package without data files."""


def dealt_without_files(
    seated: Sequence[Seated], options: NoFiles, chance: Chance
) -> list[RallyEvent]:
    return []


def renamed(**fields: Any) -> AnyGame:
    return replace(RALLY, **fields)


@pytest.mark.parametrize(
    ("name", "game", "why"),
    [
        ("other", RALLY, "both must be the same"),
        ("Rally", renamed(key="Rally"), "lower-case name"),
        ("other", renamed(key="other"), "does not begin with 'other.'"),
        ("gumball_rally", renamed(deal=dealt_without_files), "cannot be imported"),
        ("gumball_rally", renamed(deal=lambda *_: []), "does not annotate"),
    ],
)
def test_a_game_must_bear_its_name_and_have_its_files(name: str, game: AnyGame, why: str) -> None:
    assert why in why_not(game, name)


def test_nothing_else_is_installed_beside_the_tests() -> None:
    assert (INSTALLED, NOT_LOADED) == ((), ())


def test_a_game_without_words_in_a_language_of_the_server_says_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(installed.__globals__, "LANGUAGES", ("en", "tlh"))
    assert "It has no `words/tlh.py`: " in why_not(RALLY)
