"""The options that describe the load."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from openapi.load.command import CANNOT, load


def test_a_search_needs_players_who_think(tmp_path: Path) -> None:
    (tmp_path / "slo.toml").write_text("unanswered = 0")
    words = ["--find-limit", "--slo", str(tmp_path / "slo.toml"), "--think", "0"]
    told = CliRunner().invoke(load, words)
    assert told.exit_code == CANNOT
    assert "--find-limit needs players who think" in told.stderr


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["--turns", "5", "--think", "0"], "--think must be more than 0"),
        (["--mix", "nowhere.toml"], "nowhere.toml is no mix file"),
        (["--find-limit"], "--find-limit needs goals: give a file with --slo"),
        (["--slo", "nowhere.toml"], "nowhere.toml has no goals"),
    ],
)
def test_options_that_do_not_fit_are_one_sentence(words: list[str], why: str) -> None:
    told = CliRunner().invoke(load, words)
    assert (told.exit_code, told.stdout) == (CANNOT, "")
    assert why in told.stderr
