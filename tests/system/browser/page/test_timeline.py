"""One timeline: log, head and board show one version, and no beat is lost."""

from typing import Any

import httpx
from playwright.sync_api import Page, expect

from tests.support.browser.page_player import open_as
from tests.support.browser.real_browser import needs_browser, visiting
from tests.support.players.callers import calling, new_player
from tests.support.servers.processes import Api
from tests.support.tables.http_table import HttpTable, start_table

pytestmark = needs_browser

BOTS = ("greedy",) * 7
FAST = """localStorage.setItem("ludotheque.settings", JSON.stringify({ speed: 2, list: true }));"""
# Notes after every frame what is painted, if it differs from the frame before, and which beats
# were read, and which motions were cut off; 150 ms is what the pointer causes.
WATCH = """() => {
  window.painted = [];
  window.beats = new Set();
  window.cut = [];
  let before = { version: null, left: 0, time: 0 };
  const text = selector => document.querySelector(selector)?.textContent ?? null;
  const look = () => {
    const frame = document.querySelector(".board-frame");
    const seats = [...document.querySelectorAll(".board-frame [data-seat]")];
    const now = {
      version: Number(frame?.dataset.version),
      places: Object.fromEntries(seats.map(({ dataset }) => [dataset.seat, Number(dataset.place)])),
      turn: text(".turn"),
      awaited: [...document.querySelectorAll(".seats .awaited")].map(e => Number(e.dataset.seat)),
      log: Number([...document.querySelectorAll(".log li")].at(-1)?.dataset.version ?? 0),
    };
    const read = document.querySelectorAll("[data-beat]");
    for (const { dataset } of read) beats.add(Number(dataset.beat));
    if (JSON.stringify(now) !== JSON.stringify(painted.at(-1))) painted.push(now);
    const time = performance.now();
    if (before.version !== now.version && before.left > time - before.time + 20)
      cut.push([before, time]);
    const timings = (frame?.getAnimations({ subtree: true }) ?? [])
      .filter(each => each.playState === "running").map(each => each.effect.getComputedTiming());
    const left = timings.filter(({ activeDuration: d }) => d > 150 && d < Infinity)
      .map(({ endTime, localTime }) => endTime - localTime);
    before = { version: now.version, left: Math.max(0, ...left), time };
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}"""
BEATS = "all => all.map(each => Number(each.dataset.beat))"
QUIET = ("decision_opened", "luck_drawn", "luck_sealed", "seat_taken")


def told(events: list[dict[str, Any]]) -> list[int]:
    """Return the versions of the events that the reader is told about."""
    spoken = [each for each in events if each.get("sentence")]
    return [each["version"] for each in spoken if each["type"].partition(".")[2] not in QUIET]


def play(page: Page, moves: int) -> None:
    """Make these moves, each as soon as the page offers one."""
    for _ in range(moves):
        page.locator("button.action:enabled").first.click()
        expect(page.locator(".turn.mine")).to_have_count(0)
        page.locator(".turn.mine").wait_for()


def test_at_every_frame_log_head_and_board_are_of_one_version(whole_server: Api) -> None:
    with calling(whole_server.base) as http, visiting() as page:
        anne = new_player(http, "Anne")
        table = start_table(http, people=[anne], bots=BOTS, seats=8)
        page.add_init_script(FAST)
        open_as(page, anne, table.id)
        page.locator(".turn.mine").wait_for()
        page.locator(".log li").first.wait_for()
        first = int(page.locator(".board-frame").get_attribute("data-version") or 0)
        page.evaluate(WATCH)
        play(page, 2)
        painted, beats, cut = page.evaluate("() => [painted, [...beats], cut]")
        events = happened(table)
        views = positions(table, first)
    versions = [each["version"] for each in painted]
    assert versions == sorted(versions)
    assert len(set(versions)) > 6  # how many bots move in between depends on the places
    for each in painted:
        at = views[each["version"]]
        line = {str(buggy["seat"]): buggy["place"] for buggy in at["view"]["line"]}
        assert each["places"] == line, each["version"]
        assert each["awaited"] == (at["decision"] or {"seats": []})["seats"]
        assert each["log"] == max(v for v in told(events) if v <= each["version"])
    lost = {v for v in told(events) if first < v <= versions[-1]} - set(beats)
    assert lost == set()
    assert cut == []  # each motion ended before the next step


def happened(table: HttpTable) -> list[dict[str, Any]]:
    """Return the first events as this player may see them, with sentences."""
    answer = table.host.get(f"{table.path}/events", params={"limit": 500, "lang": "en"})
    found: list[dict[str, Any]] = answer.json()["events"]
    return found


def positions(table: HttpTable, first: int) -> dict[int, Any]:
    """Return what the player saw at each version, as the API tells it."""
    query: dict[str, str | int] = {"from": first, "to": first + 255, "seat": 0, "every": "event"}
    headers = {"Accept": "application/x-ndjson"}
    answer = table.host.get(f"{table.path}/views", params=query, headers=headers)
    assert answer.is_success, answer.text
    lines = [httpx.Response(200, content=line).json() for line in answer.text.splitlines()]
    return {line["version"]: line for line in lines if "version" in line}


def test_what_waits_is_skipped_with_a_summary(whole_server: Api) -> None:
    with calling(whole_server.base) as http, visiting() as page:
        anne = new_player(http, "Anne")
        table = start_table(http, people=[anne], bots=BOTS, seats=8)
        open_as(page, anne, table.id)
        page.locator("button.action:enabled").first.click()
        page.get_by_role("button", name="Skip", exact=True).click()
        recap = page.get_by_role("region", name="Since your last move")
        recap.wait_for()
        page.locator(".turn.mine").wait_for()
        events = happened(table)
        last = int(page.locator(".board-frame").get_attribute("data-version") or 0)
        own = next(
            e["version"]
            for e in events
            if "card_played" in e.get("type", "") and e["data"]["seat"] == 0
        )
        read = recap.locator("[data-beat]").evaluate_all(BEATS)
        assert set(told(events)) >= set(read) >= {v for v in told(events) if own + 5 < v <= last}
        page.get_by_role("button", name="Close").click()
        expect(recap).to_have_count(0)
