"""The board of every game in a real browser, drawn from tables played on a real server."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from api.pages.documentation.guides import guide
from api.pages.documentation.sources import IMAGES
from domain.games import GAMES
from tests.support.browser.boards.board_page import BoardPage
from tests.support.browser.boards.checks import BoardChecks, Scheme, telling
from tests.support.browser.boards.pieces import CHECKS
from tests.support.browser.boards.recording import MOST, SETUPS, VARIANTS, Recorded, Setup
from tests.support.browser.boards.recording import recorded as record
from tests.support.browser.boards.screenshots import screenshot
from tests.support.browser.real_browser import needs_browser, visiting
from tests.support.documents.npm import TOOLS, needs_node
from tests.support.servers.processes import Api

pytestmark = [needs_browser, needs_node]

AXE = TOOLS / "node_modules" / "axe-core" / "axe.min.js"
SIZES: tuple[tuple[int, Scheme, str], ...] = ((360, "light", "fr"), (1280, "dark", "en"))
SMALL = 150_000  # bytes of a screenshot
FEW = 14  # moments of a table in CI


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
    BoardChecks(
        board_page, setup.game, table, table.moments
    ).the_chart_has_a_number_for_every_seat()
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
