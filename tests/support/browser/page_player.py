"""A person at the page: opens a table against bots and plays it, by mouse or by keyboard."""

from collections import Counter
from random import Random
from urllib.parse import urlsplit

from playwright.sync_api import Locator, Page, Request, expect

from tests.support.players.callers import Caller

MOST_MOVES = 1500
MOST_TABS = 300

LOG_IN = """player => {
  const path = location.pathname.replace(/[/]$/, "");
  localStorage.setItem("ludotheque.player" + path, JSON.stringify(player));
}"""


def open_as(page: Page, player: Caller, table: str) -> None:
    """Open a table in the browser of this player."""
    page.goto(str(player.http.base_url))
    page.evaluate(LOG_IN, {"id": player.id, "name": "Player", "token": player.token})
    page.reload()
    page.evaluate("id => { location.hash = `#/table/${id}`; }", table)
    page.locator(".table-screen").wait_for()


class PagePlayer:
    """Plays by what the page shows; counts the requests of the page."""

    def __init__(self, page: Page, base: str, keyboard: bool = False) -> None:
        self.page, self.base, self.keyboard = page, base, keyboard
        self.requests: Counter[str] = Counter()
        self.hosts: set[str | None] = set()
        self.moves = 0
        page.on("request", self._note)

    def _note(self, request: Request) -> None:
        parts = urlsplit(request.url)
        self.hosts.add(parts.hostname)
        self.requests[f"{request.method} {parts.path.rpartition('/')[2]}"] += 1

    @property
    def table(self) -> str:
        """The id of the table on the screen."""
        return self.page.url.partition("#/table/")[2]

    def press(self, target: Locator) -> None:
        """Click it, or go to it with Tab and press Enter."""
        if not self.keyboard:
            target.click()
            return
        target.wait_for()
        for _ in range(MOST_TABS):
            if target.evaluate("each => each === document.activeElement"):
                self.page.keyboard.press("Enter")
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"the keyboard does not reach {target}")

    def start(self, game: str, **options: int | list[str]) -> None:
        """From home to a running table against bots: two clicks, and more for options."""
        self.page.goto(self.base)
        self.press(self.page.locator(f'.box a[href="#/game/{game}"]'))
        dialog = self.page.locator("dialog")
        if options:
            self.press(dialog.locator("summary"))
        for name, value in options.items():
            self._set(dialog, name, value)
        self.press(dialog.locator("button.primary"))
        self.page.locator(".table-screen").wait_for()

    def _set(self, dialog: Locator, name: str, value: int | list[str]) -> None:
        field = dialog.locator(f'[data-option="{name}"]')
        if isinstance(value, int):
            field.locator("input").fill(str(value))
            field.locator("input").press("Tab")
            return
        for box in field.locator("input").all():
            wanted = box.get_attribute("value") in value
            if box.is_checked() is not wanted:
                box.set_checked(wanted)

    def ready(self) -> bool:
        """Wait until it is our turn or the game is over; return whether it goes on."""
        shown = self.page.locator("button.action:enabled, .outcome").first
        shown.wait_for()
        return self.page.locator(".outcome").count() == 0

    def move(self, rng: Random) -> None:
        """Choose one of the actions in the list."""
        actions = self.page.locator("button.action:enabled")
        labels = actions.all_text_contents()
        if not labels:
            return  # the position changed in between
        at = rng.randrange(min(len(labels), 6) if self.keyboard else len(labels))
        version = self.page.locator(".table-screen").get_attribute("data-version")
        self.press(actions.nth(at))
        self.moves += 1
        expect(self.page.locator(".table-screen")).not_to_have_attribute(
            "data-version", version or ""
        )

    def finish(self, seed: int = 1) -> None:
        """Play until the game is over."""
        rng = Random(seed)
        for _ in range(MOST_MOVES):
            if not self.ready():
                return
            self.move(rng)
        raise AssertionError("the game does not end")
