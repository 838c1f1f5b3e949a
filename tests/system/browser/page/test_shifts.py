"""Nothing on a table jumps: the layout of a whole game shifts less than 0.1 in sum."""

import pytest

from tests.support.browser.page_player import PagePlayer
from tests.support.browser.real_browser import needs_browser, visiting
from tests.support.servers.processes import Api
from tests.system.browser.page.test_play import ONE_RACE

pytestmark = needs_browser

MOST = 0.1
FAST = """localStorage.setItem("ludotheque.settings", JSON.stringify({ speed: 4, list: true }))"""
# Adds up every layout shift that is not an answer to a click.
WATCH = """() => {
  window.shifted = 0;
  new PerformanceObserver(list => {
    for (const each of list.getEntries()) if (!each.hadRecentInput) shifted += each.value;
  }).observe({ type: "layout-shift" });
}"""


def shifts(server: Api, game: str, width: int) -> float:
    """Play a game to its end, with motion, and return the sum of its layout shifts."""
    with visiting(width=width, height=844) as page:
        page.add_init_script(FAST)
        player = PagePlayer(page, server.base)
        player.start(game, **ONE_RACE[game])
        assert player.ready()
        page.evaluate(WATCH)
        player.finish()
        found: float = page.evaluate("shifted")
    return found


def test_a_game_moves_nothing_but_its_pieces(whole_server: Api) -> None:
    assert shifts(whole_server, "asterix", 1280) < MOST


@pytest.mark.long
@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("game", ONE_RACE)
def test_no_game_moves_anything_but_its_pieces(whole_server: Api, game: str, width: int) -> None:
    assert shifts(whole_server, game, width) < MOST
