"""The plugin does nothing until it is asked for a game."""

from pathlib import Path
from typing import Any

import pytest

import ludotheque.laws
from ludotheque.laws import plugin, selection


class Config:
    """What the plugin uses of the configuration of pytest."""

    def __init__(self, *keys: str) -> None:
        self.keys = list(keys)
        self.args: list[str] = ["tests"]
        self.lines: list[tuple[str, str]] = []

    def getoption(self, name: str) -> list[str]:
        assert name == "--laws"
        return self.keys

    def addinivalue_line(self, name: str, line: str) -> None:
        self.lines.append((name, line))


def configured(config: Any) -> Any:
    plugin.pytest_configure(config)
    return config


def test_without_the_option_only_the_markers_are_known() -> None:
    config = configured(Config())
    assert config.args == ["tests"]
    assert [name for name, _ in config.lines] == ["markers", "markers"]


def test_with_the_option_the_laws_are_collected_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(selection, "_selected", [])
    config = configured(Config("bug_race"))
    folder = Path(str(ludotheque.laws.__file__)).parent
    assert config.args == ["tests", str(folder)]
    assert len(list(folder.glob("test_law_*.py"))) >= 15


def test_a_game_that_is_not_there_is_wrong_usage() -> None:
    with pytest.raises(pytest.UsageError, match="No game 'chess' is installed"):
        configured(Config("chess"))
