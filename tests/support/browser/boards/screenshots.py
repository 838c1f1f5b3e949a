"""The screenshots of the documentation."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.support.browser.boards.board_page import BoardPage
from tests.support.browser.boards.recording import Moment, Recorded
from tests.support.browser.boards.scene import props

WIDTH = 900


def screenshot(board_page: BoardPage, game: str, table: Recorded, folder: Path) -> Path:
    """Draw a moment from the middle of a table, store it as a PNG and return its path."""
    board_page.look(WIDTH)
    board_page.draw(
        game, props(middle(game, table.moments), table.components, narrow=False, lang="en")
    )
    path = folder / f"{game}.png"
    board_page.page.locator("#board_page").screenshot(path=path)
    return path


def middle(game: str, moments: list[Moment]) -> Moment:
    """Return the moment that shows most of the game."""
    return max(moments, key=lambda moment: SHOWN[game](moment.table["view"], moment.actions))


SHOWN: dict[str, Callable[[Any, Any], Any]] = {
    "gumball_rally": lambda view, _: (
        sum(buggy["card"] is not None for buggy in view["line"]) == 3,
        len(view["dangers_revealed"]),
    ),
    "galopp_royal": lambda view, _: (
        view["phase"] == "roll",
        len({chair["position"] for chair in view["chairs"]}),
        -sum(chair["rank"] is not None for chair in view["chairs"]),
    ),
    "bug_race": lambda view, _: (
        view["phase"] == "play",
        len(view["hand"]),
        sum(track["stance"]["body"] for track in view["tracks"]),
    ),
    "asterix": lambda view, _: (
        view["phase"] == "play",
        min(len(view["hand"]), 6),
        sum(len(player["romans"]) for player in view["players"]),
    ),
    "gasterospeed": lambda view, actions: (
        any(a["command"]["type"] == "gasterospeed.path" for a in actions["actions"]),
        sum(snail["cell"] is not None for snail in view["snails"]),
        view["turn"],
    ),
}
