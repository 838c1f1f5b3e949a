"""A reaction: it pops up for the seat that is asked, with its countdown, and takes the keyboard."""

import re
import secrets
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

import pytest
from playwright.sync_api import Page, expect

from domain.judging.decision_clock import awaited
from domain.judging.stored import Entry, lined
from domain.table.state import Running
from ludotheque.laws.random_play import Played, played, player
from store.embedded.server import EmbeddedServer
from tests.support.browser.page_player import open_as
from tests.support.browser.real_browser import needs_browser, visiting
from tests.support.players.callers import Caller, calling, new_player
from tests.support.servers.processes import Api
from tests.support.tables.http_table import start_table
from tests.support.tables.stored_tables import entries_of, store_table

pytestmark = needs_browser

SECONDS = 55  # a person has 10; a busy machine needs more
ALPHABET = "abcdefghijklmnopqrstuvwxyz234567"


class Asked(NamedTuple):
    """A reaction of a recorded game: after so many commands, by this seat."""

    steps: int
    seat: int
    deadline: str


def first_reaction(play: Played) -> Asked:
    for number, step in enumerate(play.steps, 1):
        state = step.after
        if isinstance(state, Running) and state.decision and state.decision.kind == "react":
            assert state.decision.deadline is not None
            return Asked(number, min(awaited(state)), state.decision.deadline)
    raise AssertionError("nobody is asked for a reaction")


def stored_reaction(url: str, anne: Caller) -> str:
    """Store a table that asks Anne for a reaction, as if it had just been opened."""
    play = played("gasterospeed", 3, 0)
    asked = first_reaction(play)
    soon = datetime.now(UTC) + timedelta(seconds=SECONDS)
    table = "".join(secrets.choice(ALPHABET) for _ in range(26))
    changes = {
        player(asked.seat): anne.id,
        play.table: table,
        asked.deadline: soon.strftime("%Y-%m-%dT%H:%M:%S.000Z"),
    }
    entries = [changed(entry, changes) for entry in entries_of(play, asked.steps)]
    store_table(url, table, play.seed, entries)
    return table


def changed(entry: Entry, changes: dict[str, str]) -> Entry:
    events, record = lined(entry.events), entry.record or b""
    for before, after in changes.items():
        events = events.replace(before.encode(), after.encode())
        record = record.replace(before.encode(), after.encode())
    return Entry(entry.first, tuple(events.split(b"\n")), record or None)


def seconds(page: Page) -> int:
    return int(page.get_by_role("alertdialog").get_by_role("timer").inner_text())


@pytest.mark.parametrize("width", [360])
def test_a_reaction_pops_up_counts_down_and_is_answered_by_keyboard(
    play_api: Api, play_store: EmbeddedServer, width: int
) -> None:
    with calling(play_api.base) as http, visiting(width, 780, motion=False) as page:
        anne = new_player(http, "Anne")
        table = stored_reaction(play_store.url, anne)
        open_as(page, anne, table)
        box = page.get_by_role("alertdialog")
        expect(box).to_be_focused()
        expect(box.get_by_role("button", name="Let it happen")).to_be_in_viewport()
        first = seconds(page)
        assert 0 < first <= SECONDS
        page.wait_for_function(
            "before => Number(document.querySelector('.reaction .clock').textContent) < before",
            arg=first,
        )
        version = page.locator(".table-screen").get_attribute("data-version") or ""
        page.keyboard.press("Tab")
        expect(box.get_by_role("button").first).to_be_focused()
        page.keyboard.press("Enter")
        screen = page.locator(".table-screen")
        expect(screen).not_to_have_attribute("data-version", version)
        expect(page.locator(".rejected, .notice.bad")).to_have_count(0)


def test_only_the_seat_that_is_asked_sees_it(play_api: Api, play_store: EmbeddedServer) -> None:
    with calling(play_api.base) as http, visiting(motion=False) as page:
        anne, zoe = new_player(http, "Anne"), new_player(http, "Zoe")
        open_as(page, zoe, stored_reaction(play_store.url, anne))
        expect(page.locator(".connection")).to_have_text("Live")
        expect(page.locator(".turn")).to_contain_text("You are watching")
        expect(page.get_by_role("alertdialog")).to_have_count(0)


def running_table(anne: Caller, zoe: Caller, seconds: int) -> str:
    """Start a table of two people with so many seconds for each decision."""
    people = (anne, zoe)
    return start_table(anne.http, 2, people=people, game="bug_race", clock=seconds).id


def test_everyone_sees_the_clocks_of_the_seats_that_must_decide(play_api: Api) -> None:
    with calling(play_api.base) as http, visiting(motion=False, new=True) as page:
        anne, zoe, watcher = (new_player(http, name) for name in ("Anne", "Zoe", "Wim"))
        page.clock.install()  # moved on in steps shorter than the silence that ends a stream
        live = page.locator(".connection", has_text="Live")  # a later answer would set its clock
        open_as(page, watcher, running_table(anne, zoe, 90))
        live.wait_for()
        seats = page.locator(".seat.awaited")
        clock = seats.get_by_role("timer").first
        expect(clock).to_have_text(re.compile(r"^1:[0-3]\d$"))
        assert seats.get_by_role("timer").count() == seats.count()
        page.clock.run_for(35_000)
        expect(clock).to_have_text(re.compile(r"^[1-5]\d$"))
        expect(clock).to_have_attribute("aria-label", re.compile(r"^[1-5]\d s left$"))
        expect(clock).not_to_have_class(re.compile("hurry"))
        open_as(page, watcher, running_table(anne, zoe, 45))
        live.wait_for()
        page.clock.run_for(38_000)
        expect(clock).to_have_class("clock hurry")
