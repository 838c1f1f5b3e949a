"""The golden histories of a game: generated ones and those of bug reports."""

from functools import cache
from pathlib import Path

from domain.kernel.messages import Event
from tests.support.histories.golden import GOLDEN
from tests.support.histories.history_files import History, read


def goldens(key: str) -> list[Path]:
    return sorted((GOLDEN / key).glob("*.ndjson"))


@cache
def history(path: Path) -> History:
    return read(path)


def recorded_events(key: str) -> list[Event]:
    """Return every event of the golden histories of a game."""
    return [each.event for path in goldens(key) for each in history(path).recorded]
