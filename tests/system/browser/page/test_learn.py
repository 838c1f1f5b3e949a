"""From the shelf through lessons and a short game to its scores and proof, on any screen."""

from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, Request, expect

from domain.games import BUILT_IN, GAMES
from domain.kernel.lessons import Lesson, lesson_of, names_of_lessons
from tests.support.browser.page_player import PagePlayer
from tests.support.browser.real_browser import needs_browser, visiting
from tests.support.documents.npm import needs_node
from tests.support.servers.processes import Api
from tests.system.browser.page.test_access import faults

pytestmark = [needs_browser, needs_node]

NUMBERS = """rows => rows.map(row => [...row.querySelectorAll("td")]
  .map(each => Number(each.textContent.replace("−", "-"))))"""
SAMPLE = ("asterix", 390, "fr-FR")
EVERY = [
    pytest.param(*each, marks=() if each == SAMPLE else pytest.mark.long)
    for game in BUILT_IN
    for each in ((game, 390, "fr-FR"), (game, 1280, "en-US"))
]


def follow(page: Page, lesson: Lesson) -> None:
    """Do what each note asks for, by the action that the page marks."""
    for number, step in enumerate(lesson.steps, 1):
        expect(page.locator(".lesson")).to_have_attribute("data-step", str(number))
        note = page.locator(".lesson-note")
        if step.point is not None:
            expect(page.locator("[data-pointed]").first).to_be_visible()
        if step.play is not None:
            page.mouse.move(0, 0)  # the action below the mouse would be marked instead
            page.locator(".action.pointed").click()
        elif number < len(lesson.steps):
            note.locator("button.primary").click()
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), number


@pytest.mark.parametrize(("game", "width", "locale"), EVERY)
def test_a_newcomer_learns_a_game(whole_server: Api, game: str, width: int, locale: str) -> None:
    asked: set[str] = set()

    def note(request: Request) -> None:
        asked.add(f"{request.method} {urlsplit(request.url).path}")

    package = GAMES[game].package
    lessons = [lesson_of(package, name) for name in names_of_lessons(package)]
    scheme = "dark" if width < 600 else "light"
    with visiting(width, 844, scheme, motion=False, locale=locale) as page:
        page.goto(whole_server.base)
        page.locator(f'.box a[href="#/lesson/{game}"]').click()
        page.locator(".lesson-note").wait_for()
        assert faults(page) == []
        page.on("request", note)
        for lesson in lessons:
            follow(page, lesson)
            assert not [each for each in asked if "/v1/tables" in each]
            page.locator(".lesson-note a.primary").click()  # the next lesson, or a game
        page.locator("dialog.new-table").wait_for()
        page.keyboard.press("Escape")
        page.locator(f'.box:has(a[href="#/game/{game}"]) button').click()
        page.locator(".drawer .guide .rule-link").first.click()
        expect(page.locator(".drawer .rules [aria-current]")).to_be_in_viewport()
        assert faults(page) == []
        page.keyboard.press("Escape")
        expect(page.locator(".drawer")).to_have_count(0)
        play_short(page, whole_server.base, game, asked)
        page.locator(".outcome a[href^='#/verify/']").click()
        page.locator("main button.primary").click()
        expect(page.locator(".verdict")).to_have_attribute("data-result", "PASS")
        assert faults(page) == []


def play_short(page: Page, base: str, game: str, asked: set[str]) -> None:
    """Play the short game that the dialog proposes to its end, and add up its score sheet."""
    player = PagePlayer(page, base)
    asked.clear()
    player.start(game)
    assert [each for each in asked if each.startswith("POST /v1/tables")] == ["POST /v1/tables"]
    player.finish()
    page.locator(".score-sheet tfoot td").first.wait_for()
    rows = page.locator(".score-sheet tbody tr").evaluate_all(NUMBERS)
    (totals,) = page.locator(".score-sheet tfoot tr").evaluate_all(NUMBERS)
    assert [sum(column) for column in zip(*rows, strict=True)] == totals
    assert faults(page) == []


def test_authors_see_positions_side_by_side(whole_server: Api) -> None:
    with visiting(1280, 900, motion=False) as page:
        page.goto(f"{whole_server.base}/#/gallery/gumball_rally")
        boards = page.locator(".gallery figure .board-stage")
        boards.first.wait_for()
        package = GAMES["gumball_rally"].package
        steps = [len(lesson_of(package, name).steps) for name in names_of_lessons(package)]
        expect(boards).to_have_count(sum(steps))
        page.get_by_label("Width").select_option("360")
        page.wait_for_function("document.querySelector('.gallery figure').offsetWidth === 360")
