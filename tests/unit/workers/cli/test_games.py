"""`ludotheque games` and `ludotheque new-game`."""

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import domain.games
from application.version import VERSION
from domain.games import GAMES
from domain.games.installed import NotLoaded
from workers import server
from workers.cli import main

BROKEN = NotLoaded("chess", "ludotheque-chess", "It cannot be imported: no board.")


def run(*words: str) -> Result:
    return CliRunner().invoke(main, words, prog_name="ludotheque")


def test_every_game_is_listed_with_its_package() -> None:
    told = run("games")
    assert told.exit_code == 0
    assert len(told.output.splitlines()) == len(GAMES)
    assert f"bug_race  Bug Race, rules 2, from ludotheque {VERSION}" in told.output


def test_a_package_that_cannot_be_loaded_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(domain.games, "NOT_LOADED", (BROKEN,))
    told = run("games")
    assert told.exit_code == 1
    assert "chess from ludotheque-chess is not loaded: It cannot be imported" in told.output


def test_the_server_warns_of_it_and_starts(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(server, "NOT_LOADED", (BROKEN,))
    server.report_games()
    assert "the game chess of ludotheque-chess is not loaded" in caplog.text


def test_a_new_game_is_written_and_the_next_step_printed(tmp_path: Path) -> None:
    told = run("new-game", "star_race", "--folder", str(tmp_path / "star"))
    assert told.exit_code == 0
    assert "pip install -e" in told.output.splitlines()[-1]
    assert run("new-game", "Star").exit_code == 1
    assert "exists already" in run("new-game", "star", "--folder", str(tmp_path)).output
