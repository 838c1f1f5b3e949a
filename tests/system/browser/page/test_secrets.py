"""What the server hides from a seat is never in the document of its page, and tokens never are."""

import re
from random import Random
from typing import Any

import httpx
import pytest

from tests.support.browser.page_player import PagePlayer
from tests.support.browser.real_browser import needs_browser, visiting
from tests.support.servers.processes import Api

pytestmark = needs_browser


def strings(value: Any) -> set[str]:
    """Return all strings in a JSON value."""
    if isinstance(value, dict):
        return {text for each in value.values() for text in strings(each)}
    if isinstance(value, list):
        return {text for each in value for text in strings(each)}
    return {value} if isinstance(value, str) else set()


def hidden(server: Api, table: str, version: int) -> set[str]:
    """Return the ids that other seats had in hand at a version and seat 0 could not see."""
    path = f"{server.base}/v1/tables/{table}"

    def view(seat: int) -> Any:
        return httpx.get(path, params={"at": version, "seat": seat}).json()["view"]

    own = strings(view(0))
    return {text for seat in (1, 2) for text in strings(view(seat).get("hand"))} - own


@pytest.mark.parametrize("game", ["gumball_rally"])
def test_the_document_never_holds_a_hidden_card(whole_server: Api, game: str) -> None:
    held: list[tuple[int, str]] = []
    with visiting(motion=False) as page:
        player, rng = PagePlayer(page, whole_server.base), Random(5)
        player.start(game)
        token = page.evaluate("JSON.parse(localStorage['ludotheque.player']).token")
        while player.ready():
            shown = page.locator(".table-screen").get_attribute("data-version")
            held.append((int(shown or 0), page.content()))
            player.move(rng)
        assert all(token not in document for _, document in held)
        assert token not in page.url
        table = player.table
    checked = 0
    for version, document in held[::3]:
        for secret in hidden(whole_server, table, version):
            checked += 1
            token = rf"{re.escape(secret)}(?![0-9])"  # `R-black-1` is not in `R-black-10`
            assert re.search(token, document) is None, (version, secret)
    assert checked > 20
