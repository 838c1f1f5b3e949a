"""The page in a real browser: from home to the end of a game, by mouse and by keyboard."""

import re
from random import Random

import pytest
from playwright.sync_api import expect

from tests.support.browser.page_player import PagePlayer
from tests.support.browser.real_browser import needs_browser, visiting
from tests.support.servers.processes import Api

pytestmark = needs_browser

ONE_RACE: dict[str, dict[str, int | list[str]]] = {
    "gumball_rally": {},
    "galopp_royal": {"races": 1},
    "asterix": {"rounds": 1},
    "bug_race": {},
    "gasterospeed": {"circuits": ["paquerette_derby"], "turn_limit": 12},
}


def play(server: Api, game: str, width: int, keyboard: bool) -> PagePlayer:
    """Play one race or round to its end, and check what holds for every game."""
    with visiting(width=width, height=780, motion=False) as page:
        player = PagePlayer(page, server.base, keyboard)
        player.start(game, **ONE_RACE[game])
        player.finish()
        expect(page.locator(".outcome h2")).to_have_text(re.compile("You (won|came)"))
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert player.requests["POST commands"] == player.moves
    assert player.requests["GET actions"] == 0  # the stream and the answers bring them
    assert player.requests["GET stream"] <= 2
    assert player.hosts == {"127.0.0.1"}
    return player


@pytest.mark.long
def test_a_game_is_finished_by_keyboard_on_a_phone(whole_server: Api) -> None:
    assert play(whole_server, "gumball_rally", 360, keyboard=True).moves > 5


@pytest.mark.long
@pytest.mark.parametrize("game", ONE_RACE)
def test_every_game_is_finished_by_mouse(whole_server: Api, game: str) -> None:
    play(whole_server, game, 1280, keyboard=False)


@pytest.mark.long
@pytest.mark.parametrize("game", ONE_RACE)
def test_every_game_is_finished_by_keyboard(whole_server: Api, game: str) -> None:
    play(whole_server, game, 360, keyboard=True)


def test_the_first_moves_are_made_by_keyboard_on_a_phone(whole_server: Api) -> None:
    with visiting(width=360, height=780, motion=False) as page:
        player, rng = PagePlayer(page, whole_server.base, keyboard=True), Random(1)
        player.start("asterix", **ONE_RACE["asterix"])
        for _ in range(2):
            assert player.ready()
            player.move(rng)
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert player.requests["POST commands"] == player.moves == 2


def test_two_clicks_lead_from_home_to_a_game_against_bots(whole_server: Api) -> None:
    with visiting(motion=False) as page:
        clicks = 0
        page.goto(whole_server.base)
        for target in ('.box a[href="#/game/asterix"]', "dialog button.primary"):
            page.locator(target).click()
            clicks += 1
        page.locator("button.action:enabled").first.wait_for()
        assert clicks == 2
        expect(page.locator(".seat")).to_have_count(3)
        expect(page.locator(".seat", has_text="bot")).to_have_count(2)
        label, sentence = page.locator("button.action").first, page.locator(".log li").last
        said = label.inner_text(), sentence.inner_text()
        page.get_by_role("button", name="Français").click()
        expect(label).not_to_have_text(said[0])
        expect(sentence).not_to_have_text(said[1])
        page.get_by_role("button", name="English").click()
        expect(label).to_have_text(said[0])


def test_the_page_is_in_french_or_english(whole_server: Api) -> None:
    with visiting(motion=False, locale="fr-FR") as page:
        page.goto(whole_server.base)
        expect(page.locator("h1")).to_have_text("Choisissez un jeu")
        expect(page.locator("html")).to_have_attribute("lang", "fr")
        page.locator('.box a[href="#/game/asterix"]').click()
        page.locator("dialog summary").click()
        ties = page.locator('dialog [data-option="full_tie"]')
        expect(ties).to_contain_text("Égalité complète")
        expect(ties.locator("option").last).to_have_text("personne ne gagne, le Romain s’échappe")
        page.go_back()
        page.get_by_role("button", name="English").click()
        expect(page.locator("h1")).to_have_text("Choose a game")
        page.reload()
        expect(page.locator("h1")).to_have_text("Choose a game")  # the choice is kept
