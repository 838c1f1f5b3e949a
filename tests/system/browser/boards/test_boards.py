"""The board of every game in a real browser, drawn from tables played on a real server."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Literal

import pytest

from api.pages.documentation.guides import guide
from api.pages.documentation.sources import IMAGES
from domain.games import GAMES
from tests.support.browser.boards.board_page import BoardPage
from tests.support.browser.boards.recording import MOST, SETUPS, VARIANTS, Moment, Recorded, Setup
from tests.support.browser.boards.recording import recorded as record
from tests.support.browser.boards.scene import props, watched
from tests.support.browser.boards.screenshots import screenshot
from tests.support.browser.real_browser import needs_browser, visiting
from tests.support.documents.npm import TOOLS, needs_node
from tests.support.servers.processes import Api
from tests.system.browser.boards.pieces import CHECKS

pytestmark = [needs_browser, needs_node]

NARROW = 560
Scheme = Literal["light", "dark"]
AXE = TOOLS / "node_modules" / "axe-core" / "axe.min.js"
SIZES: tuple[tuple[int, Scheme, str], ...] = ((360, "light", "fr"), (1280, "dark", "en"))
SMALL = 150_000  # bytes of a screenshot
FEW = 14  # moments of a table in CI


def telling(moments: list[Moment]) -> list[Moment]:
    """Return the first moment of every kind of decision, some from the middle, and the last."""
    kinds: dict[tuple[str, ...], Moment] = {}
    for moment in moments:
        types = sorted({action["command"]["type"] for action in moment.actions["actions"]})
        kinds.setdefault((str((moment.actions["decision"] or {}).get("kind")), *types), moment)
    middle = moments[len(moments) // 3 :: max(1, len(moments) // 3)]
    return [*kinds.values(), *middle, moments[-1]]


class BoardChecks:
    """The board of one game at these moments of a table."""

    def __init__(
        self, board_page: BoardPage, game: str, table: Recorded, moments: list[Moment]
    ) -> None:
        self.board_page, self.game, self.moments = board_page, game, moments
        self.components = table.components

    def drawn_where_the_view_says(self, width: int, scheme: Scheme, lang: str) -> None:
        self.board_page.look(width, scheme)
        for given in self._scenes(width, lang):
            self.board_page.draw(self.game, given)
            CHECKS[self.game](self.board_page.page, given["view"])
            self.board_page.fits()
            self.board_page.has_names()
            self.board_page.draw(self.game, watched(given))
            assert self.board_page.page.locator("[data-action]").count() == 0

    def every_action_can_be_sent(self, width: int) -> None:
        self.board_page.look(width)
        for given in self._scenes(width, "en"):
            self.board_page.clear()
            self.board_page.draw(self.game, given)
            listed = [action["command"] for action in given["actions"]]
            removals = [each for each in listed if each["type"] == "galopp_royal.remove"]
            sent = missing(self.board_page.press_all(), listed)
            assert [command for command in sent if command not in removals] == []
            for removal in removals[:3]:
                assert self.board_page.removed(removal["slots"]) == removal

    def the_keyboard_sends_the_same(self, width: int) -> None:
        self.board_page.look(width)
        for given in self._scenes(width, "en"):
            self.board_page.clear()
            self.board_page.draw(self.game, given)
            commands = {action["label"]: action["command"] for action in given["actions"]}
            for part in self.board_page.page.locator("[data-action]").all()[:5]:
                for key in ("Enter", "Space"):
                    part.focus()
                    self.board_page.page.keyboard.press(key)
                    *_, label = (part.get_attribute("aria-label") or "").split(" / ")
                    assert self.board_page.chosen[-1] == commands[label]

    def nothing_is_sent_while_a_command_is_under_way(self) -> None:
        for given in self._scenes(1280, "en"):
            self.board_page.draw(self.game, {**given, "pending": True})
            assert self.board_page.press_all() == []

    def axe_finds_nothing(self, axe: str, width: int, scheme: Scheme, lang: str) -> None:
        self.board_page.look(width, scheme)
        for given in self._scenes(width, lang):
            self.board_page.draw(self.game, given)
            assert self.board_page.faults(axe) == []

    def the_chart_has_a_number_for_every_seat(self) -> None:
        views = [{"version": m.table["version"], "view": m.table["view"]} for m in self.moments]
        chart = self.board_page.chart(self.game, [{"version": 0, "view": None}, *views])
        assert set(chart["label"]) == {"fr", "en"}
        seats = list(range(self.moments[0].table["size"]))
        assert [each["seat"] for each in chart["series"]] == seats
        for each in chart["series"]:
            assert [version for version, _ in each["points"]] == [view["version"] for view in views]

    def moves_are_motion_unless_the_reader_wants_none(self) -> None:
        self.board_page.look(1280)
        longest = 0.0
        for scene in self._scenes(1280, "en"):
            self.board_page.draw(self.game, {**scene, "animate": True})
            longest = max(longest, self.board_page.moving())
        assert self.board_page.motions > 0
        assert 0.1 < longest <= 0.6
        self.board_page.page.emulate_media(reduced_motion="reduce")
        assert self.board_page.moving() <= 0.001
        self.board_page.look(1280)
        for scene in self._scenes(1280, "en"):
            self.board_page.draw(self.game, scene)
        assert self.board_page.motions == 0

    def _scenes(self, width: int, lang: str) -> Iterable[dict[str, Any]]:
        return [props(m, self.components, width < NARROW, lang) for m in self.moments]


def missing(sent: list[dict[str, Any]], listed: list[dict[str, Any]]) -> list[dict[str, Any]]:
    assert all(command in listed or "slots" in command for command in sent)
    return [command for command in listed if command not in sent]


@pytest.fixture(scope="module")
def shared_board_page() -> Iterator[BoardPage]:
    with visiting() as page:
        yield BoardPage(page)


@pytest.fixture
def board_page(shared_board_page: BoardPage) -> Iterator[BoardPage]:
    """A board page with an empty page; an error in a script fails the test."""
    shared_board_page.look(1280)
    yield shared_board_page
    assert shared_board_page.errors == []
    shared_board_page.errors.clear()


SAMPLE = ("gumball_rally", "asterix")  # in CI; `make prove` draws all


def test_every_game_has_a_board() -> None:
    assert {setup.game for setup in SETUPS} == set(CHECKS) == set(GAMES)


@pytest.mark.parametrize(
    "setup",
    [
        pytest.param(each, id=each.game, marks=() if each.game in SAMPLE else pytest.mark.long)
        for each in SETUPS
    ],
)
def test_a_board_draws_acts_and_moves(
    whole_server: Api, board_page: BoardPage, setup: Setup
) -> None:
    table = record(whole_server.base, setup, FEW)
    checks = BoardChecks(board_page, setup.game, table, telling(table.moments)[:4])
    checks.drawn_where_the_view_says(360, "light", "fr")
    checks.every_action_can_be_sent(1280)
    checks.nothing_is_sent_while_a_command_is_under_way()
    first = BoardChecks(board_page, setup.game, table, table.moments[1:2])
    first.the_keyboard_sends_the_same(360)
    first.axe_finds_nothing(AXE.read_text(), 1280, "dark", "en")
    every = BoardChecks(board_page, setup.game, table, table.moments)
    every.the_chart_has_a_number_for_every_seat()
    moving = BoardChecks(board_page, setup.game, table, table.moments[:12])
    moving.moves_are_motion_unless_the_reader_wants_none()


def test_the_pictures_on_the_shelf_are_small_and_silent(board_page: BoardPage) -> None:
    for game in GAMES:
        board_page.picture(game)
        drawing = board_page.page.locator("#board_page > svg[aria-hidden=true]")
        assert drawing.get_attribute("viewBox") == "0 0 160 100"
        assert 5 < drawing.locator("*").count() < 80
        assert (drawing.text_content() or "").strip() == ""


@pytest.fixture(scope="module", params=(*SETUPS, *VARIANTS), ids=str)
def recorded(request: pytest.FixtureRequest, whole_server: Api) -> tuple[str, Recorded]:
    return request.param.game, record(whole_server.base, request.param, MOST)


@pytest.fixture
def checks(board_page: BoardPage, recorded: tuple[str, Recorded]) -> BoardChecks:
    game, table = recorded
    return BoardChecks(board_page, game, table, telling(table.moments))


@pytest.mark.long
@pytest.mark.parametrize(("width", "scheme", "lang"), SIZES)
def test_pieces_are_drawn_where_the_view_says(
    checks: BoardChecks, width: int, scheme: Scheme, lang: str
) -> None:
    checks.drawn_where_the_view_says(width, scheme, lang)


@pytest.mark.long
@pytest.mark.parametrize("width", [360, 1280])
def test_every_action_can_be_sent_from_the_board(checks: BoardChecks, width: int) -> None:
    checks.every_action_can_be_sent(width)
    checks.nothing_is_sent_while_a_command_is_under_way()


@pytest.mark.long
@pytest.mark.parametrize(("width", "scheme", "lang"), SIZES)
def test_axe_finds_no_serious_fault(
    checks: BoardChecks, width: int, scheme: Scheme, lang: str
) -> None:
    checks.axe_finds_nothing(AXE.read_text(), width, scheme, lang)


@pytest.mark.long
def test_the_keyboard_sends_what_the_mouse_sends(checks: BoardChecks) -> None:
    checks.the_keyboard_sends_the_same(360)


@pytest.mark.long
def test_the_documentation_shows_a_screenshot_of_the_board(
    board_page: BoardPage, recorded: tuple[str, Recorded], tmp_path: Path
) -> None:
    game, table = recorded
    made = screenshot(board_page, game, table, tmp_path).read_bytes()
    shown = IMAGES / f"{game}.png"
    assert f"/docs/images/{game}.png" in guide(game)
    assert width_of(made) == width_of(shown.read_bytes())
    assert 10_000 < shown.stat().st_size < SMALL


def width_of(png: bytes) -> int:
    """Return the width that the header of a PNG states."""
    assert png.startswith(b"\x89PNG")
    return int.from_bytes(png[16:20], "big")
