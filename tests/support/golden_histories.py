"""The golden histories of a game: generated ones and those of bug reports."""

from functools import cache
from pathlib import Path

from tests.support.golden import GOLDEN
from tests.support.history import History, read


def goldens(key: str) -> list[Path]:
    return sorted((GOLDEN / key).glob("*.ndjson"))


@cache
def history(path: Path) -> History:
    return read(path)
