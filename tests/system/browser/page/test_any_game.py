"""A game without a board of its own: the generic table plays it from view and actions alone."""

import re
from random import Random

import pytest
from playwright.sync_api import Route, expect

from tests.support.browser.page_player import PagePlayer
from tests.support.browser.real_browser import needs_browser, visiting
from tests.support.servers.processes import Api

pytestmark = needs_browser


def without_boards(route: Route) -> None:
    """Return the page of a server that has no board of any game."""
    answer = route.fetch()
    text = re.sub(r'data-boards="[^"]*"', 'data-boards=""', answer.text())
    route.fulfill(response=answer, body=text)


@pytest.mark.parametrize("moves", [2, pytest.param(None, marks=pytest.mark.long)])
def test_a_game_without_a_board_is_played(whole_server: Api, moves: int | None) -> None:
    """Some moves, or all of a game to its end."""
    with visiting(360, 780, motion=False) as page:
        page.route(f"{whole_server.base}/", without_boards)
        player = PagePlayer(page, whole_server.base)
        player.start("gumball_rally")
        assert player.ready()
        expect(page.locator(".generic .hand .chip")).to_have_count(3)
        expect(page.locator(".generic table").first).to_contain_text("Guest")
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
        if moves is None:
            player.finish()
            expect(page.locator(".outcome .standings tbody tr")).to_have_count(3)
        for _ in range(moves or 0):
            assert player.ready()
            player.move(Random(1))
    assert not [name for name in player.requests if "gumball_rally" in name]
