"""Twins: what a seat may not know changes neither a byte that it receives nor its page."""

import re
from random import Random
from typing import NamedTuple

import httpx
import pytest
from playwright.sync_api import Page, Response, expect

from domain.games import GAMES
from ludotheque.laws.knowledge import short
from store.embedded.server import EmbeddedServer
from tests.support.browser.page_player import open_as
from tests.support.browser.real_browser import needs_browser, visiting
from tests.support.network.sse import read_stream
from tests.support.players.callers import Caller, calling
from tests.support.servers.processes import Api
from tests.support.tables.http_table import HttpTable, start_table
from tests.support.tables.stored_tables import store_twin

pytestmark = needs_browser

HASH = re.compile(r"[0-9a-f]{64}")  # seals and heads: salted, so they tell nothing
FEWEST = 14  # moves before the page is opened


class Seen(NamedTuple):
    """All that a page received from the server, and the document that it became."""

    document: str
    answers: list[str]
    frames: list[str]


SAMPLE = ("gumball_rally", "gasterospeed")  # in CI; `make prove` compares all


def seen(table: HttpTable, player: Caller) -> Seen:
    """Open the table as this player in a fresh browser profile."""
    with visiting(motion=False) as page:
        return look(page, table, player)


def look(page: Page, table: HttpTable, player: Caller) -> Seen:
    answers: list[Response] = []
    page.on("response", lambda response: answers.append(response))
    open_as(page, player, table.id)
    expect(page.locator(".connection")).to_have_text("Live")
    page.locator("button.action:enabled").first.wait_for()
    page.locator("fieldset .rule-link").first.wait_for()  # they come once the rules are loaded
    document = page.locator("body").evaluate("body => body.outerHTML")
    whole = [each for each in answers if table.path in each.url and "/stream" not in each.url]
    answered = [alike(table, f"{each.url} {each.text()}") for each in whole]
    return Seen(alike(table, document), answered, frames(table, player))


def frames(table: HttpTable, player: Caller) -> list[str]:
    """Return the frames of the stream of this player up to now."""
    read = read_stream(player, table.path, state=True)
    return [alike(table, f"{each.event} {each.id} {each.data}") for each in read]


def alike(table: HttpTable, text: str) -> str:
    """Return the text with the same id of the table and the same hashes in all tables."""
    return HASH.sub("hash", text.replace(table.id, "table"))


def played(http: httpx.Client, game: str) -> HttpTable:
    """Return a table in the middle of the game, at which seat 0 must decide."""
    table = start_table(http, 3, game=game, options=dict(short(game)))
    moves = 0
    while moves < FEWEST or 0 not in table.seen()["decision"]["seats"]:
        table.step()
        moves += 1
    return table


@pytest.mark.parametrize(
    "game",
    [pytest.param(key, marks=() if key in SAMPLE else pytest.mark.long) for key in GAMES],
)
def test_the_page_of_a_seat_is_the_same_at_a_twin_of_its_table(
    play_api: Api, play_store: EmbeddedServer, game: str
) -> None:
    with calling(play_api.base) as http:
        table = played(http, game)
        twin_id = store_twin(play_store.url, game, table.id, 0, Random(1))
        twin = HttpTable(table.path.replace(table.id, twin_id), table.people)
        one, other = (seen(each, table.host) for each in (table, twin))
        rival, of_twin = (frames(each, table.people[1]) for each in (table, twin))
    assert one.document == other.document
    assert one.answers == other.answers != []
    assert one.frames == other.frames != []
    assert rival != of_twin  # to another seat the tables do differ
