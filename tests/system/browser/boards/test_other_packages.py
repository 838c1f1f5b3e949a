"""Boards of other packages: the scaffold of `new-game`, and the sixth game of the tests."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from api.pages.web.files import boards
from ludotheque.scaffold import scaffold
from tests.support.browser.boards.board_page import FILES, BoardPage
from tests.support.browser.real_browser import needs_browser, visiting
from tests.support.servers.fresh_environment import NIM

pytestmark = needs_browser

SEATS = [{"seat": seat, "name": name} for seat, name in enumerate(("Anne", "Bruno"))]
SHARED = {"components": {}, "seats": SEATS, "me": 0, "lang": "en", "openParameters": []}
TABLE = {"game": "", "version": 3, "status": "running", "decision": None}
REST: dict[str, Any] = {
    "pending": False,
    "chosen": None,
    "previous": None,
    "events": [],
    "animate": False,
}
COUNTING = {"total": 5, "target": 21, "turn": 0, "winner": None}
ADDS: list[dict[str, Any]] = [{"type": "star_race.add", "number": n} for n in (1, 2, 3)]
STICKS = {"sticks": [3, 0, 2], "misere": False, "turn": 0, "winner": None}
TAKES: list[dict[str, Any]] = [
    {"type": "nim.take", "heap": heap, "sticks": n} for heap, most in (("A", 3), ("C", 2))
    for n in range(1, most + 1)
]  # fmt: skip


@pytest.fixture
def board_page() -> Iterator[BoardPage]:
    with visiting() as page:
        yield BoardPage(page)


@pytest.mark.parametrize(
    ("key", "view", "commands"), [("star_race", COUNTING, ADDS), ("nim", STICKS, TAKES)]
)
def test_the_board_of_another_package_draws_and_acts(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    board_page: BoardPage,
    key: str,
    view: dict[str, Any],
    commands: list[dict[str, Any]],
) -> None:
    scaffold("star_race", tmp_path / "new")
    for folder in (tmp_path / "new" / "src", NIM / "src"):
        monkeypatch.syspath_prepend(folder)
    shipped = boards(key, f"ludotheque_{key}")
    assert len(shipped) == 3
    for path, file in shipped.items():
        monkeypatch.setitem(FILES, path, file)
    actions = [{"label": str(n), "group": "", "command": each} for n, each in enumerate(commands)]
    props = {**SHARED, **REST, "view": view, "actions": actions, "table": TABLE, "narrow": False}
    board_page.draw(key, props)
    expect(board_page.page.locator(f".board-stage.{key}")).to_be_visible()
    sent = board_page.press_all()
    assert sorted(map(str, sent)) == sorted(map(str, commands))
    board_page.fits()
    board_page.picture(key)
    assert board_page.page.locator("svg[viewBox='0 0 160 100']").count() == 1
    assert board_page.errors == []
