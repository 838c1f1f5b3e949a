"""The board of every game in a real browser, drawn from tables played on a real server."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

import pytest

from api.pages.documentation.guides import guide
from api.pages.documentation.sources import IMAGES
from domain.games import GAMES
from tests.support.boards.easel import Easel
from tests.support.boards.pieces import CHECKS
from tests.support.boards.recording import SETUPS, Moment, Recorded
from tests.support.boards.recording import recorded as record
from tests.support.boards.scene import props, watched
from tests.support.boards.screenshots import screenshot
from tests.support.browser import needs_browser, visiting
from tests.support.npm import TOOLS, needs_node
from tests.support.serve_process import ServeProcess

pytestmark = needs_browser

AXE = TOOLS / "node_modules" / "axe-core" / "axe.min.js"
SIZES = ((360, "light", "fr"), (1280, "dark", "en"))
SMALL = 150_000  # bytes of a screenshot


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServeProcess]:
    serve = ServeProcess(tmp_path_factory.mktemp("boards") / "var").ready()
    try:
        yield serve
        assert serve.stop() == 0, serve.output()
    finally:
        serve.kill_all()


@pytest.fixture(scope="module", params=SETUPS, ids=lambda each: f"{each.game}-{each.seats}")
def recorded(request: pytest.FixtureRequest, server: ServeProcess) -> tuple[str, Recorded]:
    return request.param.game, record(server.url, request.param)


@pytest.fixture(scope="module")
def shared_easel() -> Iterator[Easel]:
    with visiting() as page:
        yield Easel(page)


@pytest.fixture
def easel(shared_easel: Easel) -> Iterator[Easel]:
    """An easel with an empty page; an error in a script fails the test."""
    shared_easel.look(1280)
    yield shared_easel
    assert shared_easel.errors == []
    shared_easel.errors.clear()


def telling(moments: list[Moment]) -> list[Moment]:
    """Return the first moment of every kind of decision, some from the middle, and the last."""
    kinds: dict[tuple[str, ...], Moment] = {}
    for moment in moments:
        types = sorted({action["command"]["type"] for action in moment.actions["actions"]})
        kinds.setdefault((str((moment.actions["decision"] or {}).get("kind")), *types), moment)
    middle = moments[len(moments) // 3 :: max(1, len(moments) // 3)]
    return [*kinds.values(), *middle, moments[-1]]


def test_every_game_has_a_board() -> None:
    assert {setup.game for setup in SETUPS} == set(CHECKS) == set(GAMES)


@pytest.mark.parametrize(("width", "scheme", "lang"), SIZES)
def test_pieces_are_drawn_where_the_view_says(
    easel: Easel,
    recorded: tuple[str, Recorded],
    width: int,
    scheme: Literal["light", "dark"],
    lang: str,
) -> None:
    game, (components, moments) = recorded
    easel.look(width, scheme)
    for moment in telling(moments):
        given = props(moment, components, width < 560, lang)
        easel.draw(game, given)
        CHECKS[game](easel.page, given["view"])
        fits(easel)
        speaks(easel)
        easel.draw(game, watched(given))
        assert easel.page.locator("[data-action]").count() == 0


@pytest.mark.parametrize("width", [360, 1280])
def test_every_action_can_be_sent_from_the_board(
    easel: Easel, recorded: tuple[str, Recorded], width: int
) -> None:
    game, (components, moments) = recorded
    easel.look(width)
    for moment in telling(moments):
        easel.clear()
        given = props(moment, components, width < 560, "en")
        easel.draw(game, given)
        listed = [action["command"] for action in given["actions"]]
        removals = [each for each in listed if each["type"] == "galopp_royal.remove"]
        assert [c for c in missing(easel.press_all(), listed) if c not in removals] == []
        for removal in removals[:3]:
            assert easel.removed(removal["slots"]) == removal


@needs_node
@pytest.mark.parametrize(("width", "scheme", "lang"), SIZES)
def test_axe_finds_no_serious_fault(
    easel: Easel,
    recorded: tuple[str, Recorded],
    width: int,
    scheme: Literal["light", "dark"],
    lang: str,
) -> None:
    game, (components, moments) = recorded
    easel.look(width, scheme)
    for moment in telling(moments):
        easel.draw(game, props(moment, components, width < 560, lang))
        assert easel.faults(AXE.read_text()) == []


def test_the_keyboard_sends_what_the_mouse_sends(
    easel: Easel, recorded: tuple[str, Recorded]
) -> None:
    game, (components, moments) = recorded
    easel.look(360)
    for moment in telling(moments):
        easel.clear()
        given = props(moment, components, narrow=True, lang="en")
        easel.draw(game, given)
        for part in easel.page.locator("[data-action]").all()[:5]:
            action = next(
                a for a in given["actions"] if a["label"] == part.get_attribute("aria-label")
            )
            for key in ("Enter", "Space"):
                part.focus()
                easel.page.keyboard.press(key)
                assert easel.chosen[-1] == action["command"]


def test_nothing_is_sent_while_a_command_is_under_way(
    easel: Easel, recorded: tuple[str, Recorded]
) -> None:
    game, (components, moments) = recorded
    for moment in telling(moments):
        easel.draw(game, {**props(moment, components, False, "en"), "pending": True})
        assert easel.press_all() == []


def test_the_chart_has_a_number_for_every_seat(
    easel: Easel, recorded: tuple[str, Recorded]
) -> None:
    game, (_, moments) = recorded
    views = [{"version": m.table["version"], "view": m.table["view"]} for m in moments]
    chart = easel.chart(game, [{"version": 0, "view": None}, *views])
    assert set(chart["label"]) == {"fr", "en"}
    assert [each["seat"] for each in chart["series"]] == list(range(moments[0].table["size"]))
    for each in chart["series"]:
        assert [version for version, _ in each["points"]] == [view["version"] for view in views]


@pytest.mark.parametrize("game", sorted(GAMES))
def test_the_picture_on_the_shelf_is_small_and_silent(easel: Easel, game: str) -> None:
    easel.picture(game)
    drawing = easel.page.locator("#easel > svg[aria-hidden=true]")
    assert drawing.get_attribute("viewBox") == "0 0 160 100"
    assert 5 < drawing.locator("*").count() < 80
    assert (drawing.text_content() or "").strip() == ""


def test_moves_are_shown_as_motion_unless_the_reader_wants_none(
    easel: Easel, recorded: tuple[str, Recorded]
) -> None:
    game, (components, moments) = recorded
    scenes = [props(moment, components, False, "en") for moment in moments[:12]]
    longest = 0.0
    for scene in scenes:
        easel.draw(game, {**scene, "animate": True})
        longest = max(longest, easel.moving())
    assert easel.motions > 0
    assert 0.1 < longest <= 0.6
    easel.page.emulate_media(reduced_motion="reduce")
    assert easel.moving() <= 0.001
    easel.look(1280)
    for scene in scenes:
        easel.draw(game, scene)
    assert easel.motions == 0


def test_the_documentation_shows_a_screenshot_of_the_board(
    easel: Easel, recorded: tuple[str, Recorded], tmp_path: Path
) -> None:
    game, table = recorded
    made = screenshot(easel, game, table, tmp_path).read_bytes()
    shown = IMAGES / f"{game}.png"
    assert f"/docs/images/{game}.png" in guide(game)
    assert width_of(made) == width_of(shown.read_bytes())
    assert 10_000 < shown.stat().st_size < SMALL


def width_of(png: bytes) -> int:
    """Return the width that the header of a PNG states."""
    assert png.startswith(b"\x89PNG")
    return int.from_bytes(png[16:20], "big")


def fits(easel: Easel) -> None:
    """Nothing sticks out sideways, and no text is too small to read."""
    overflow, smallest = easel.measured()
    assert overflow <= 0
    assert smallest >= 10.5


def speaks(easel: Easel) -> None:
    """Every part that acts has a name and takes the focus; drawings have a text or are silent."""
    page = easel.page
    for part in page.locator("[data-action], [data-toggle]").all():
        assert part.get_attribute("aria-label")
        assert part.get_attribute("tabindex") == "0"
    silent = page.locator("svg:not([aria-hidden=true]):not([aria-label])")
    assert silent.count() == 0


def missing(sent: list[dict[str, Any]], listed: list[dict[str, Any]]) -> list[dict[str, Any]]:
    assert all(command in listed or "slots" in command for command in sent)
    return [command for command in listed if command not in sent]
