"""The screenshots of the documentation."""

from pathlib import Path

from tests.support.boards.easel import Easel
from tests.support.boards.recording import Moment, Recorded
from tests.support.boards.scene import props

WIDTH = 900


def screenshot(easel: Easel, game: str, table: Recorded, folder: Path) -> Path:
    """Draw a moment from the middle of a table, store it as a PNG and return its path."""
    easel.look(WIDTH)
    easel.draw(game, props(middle(table.moments), table.components, narrow=False, lang="en"))
    path = folder / f"{game}.png"
    easel.page.locator("#easel").screenshot(path=path)
    return path


def middle(moments: list[Moment]) -> Moment:
    """Return the moment with most to choose from in the middle third."""
    third = len(moments) // 3
    return max(moments[third : 2 * third + 1], key=lambda m: min(len(m.actions["actions"]), 12))
