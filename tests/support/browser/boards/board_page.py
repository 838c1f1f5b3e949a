"""A page that shows nothing but one board, under the policy of the real page."""

import mimetypes
import re
from pathlib import Path
from typing import Any, Literal

from playwright.sync_api import Page, Route

from api.pages.web.files import modules

FILES = modules()
SCRIPT = Path(__file__).with_name("board_page.js")
PRESSING = Path(__file__).with_name("pressing.js")
HOST = "http://127.0.0.1:9"
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types ludo"
)
SHEETS = ("theme.css", "page.css")
SEVERE = ("serious", "critical")
MEASURE = """() => {
  const wide = document.documentElement.scrollWidth - document.documentElement.clientWidth;
  const sizes = [...document.querySelectorAll("#board_page *:not(title)")]
    .filter(each => [...each.childNodes].some(node => node.nodeType === 3 && node.data.trim()))
    .map(each => parseFloat(getComputedStyle(each).fontSize)
      * (each.ownerSVGElement ? each.getScreenCTM().a || each.getScreenCTM().b : 1));
  return [wide, Math.min(...sizes.map(Math.abs))];
}"""
MOVING = """() => Math.max(0, ...[...document.querySelectorAll(".board-piece, .board-appear")]
  .flatMap(each => {
    const { transitionDuration, animationName, animationDuration } = getComputedStyle(each);
    const animated = animationName === "none" ? "0s" : animationDuration;
    return [...transitionDuration.split(","), animated];
  })
  .map(text => parseFloat(text) * (text.trim().endsWith("ms") ? 0.001 : 1)))"""


class BoardPage:
    """Draws boards in a page of a browser; files come from the package, without a server."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.errors: list[str] = []
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.route(f"{HOST}/**", _serve)
        page.goto(f"{HOST}/")
        page.wait_for_function("window.board_page !== undefined")

    def draw(self, game: str, props: dict[str, Any]) -> None:
        self.page.evaluate("([game, props]) => window.board_page.draw(game, props)", [game, props])

    def look(self, width: int, scheme: Literal["light", "dark"] = "light") -> None:
        """Show an empty page of this width."""
        self.page.set_viewport_size({"width": width, "height": 800})
        self.page.emulate_media(color_scheme=scheme, reduced_motion="no-preference")
        self.clear()

    def clear(self) -> None:
        self.page.evaluate("() => window.board_page.clear()")

    def picture(self, game: str) -> None:
        self.page.evaluate("game => window.board_page.picture(game)", game)

    def chart(self, game: str, views: list[dict[str, Any]]) -> Any:
        return self.page.evaluate(
            "([game, views]) => window.board_page.chart(game, views)", [game, views]
        )

    def press_all(self) -> list[dict[str, Any]]:
        """Press everything that can be pressed, and return the commands that were sent."""
        found: list[dict[str, Any]] = self.page.evaluate(PRESSING.read_text())
        return found

    def removed(self, slots: list[int]) -> dict[str, Any]:
        """Pick a slot of every display of Galopp Royal, confirm, and return the command."""
        for seat, slot in enumerate(slots):
            self.page.locator(f"[data-display='{seat}'] [data-toggle]").nth(slot - 1).click()
        self.page.locator("[data-action='galopp_royal.remove']").click()
        return self.chosen[-1]

    def fits(self) -> None:
        """Nothing sticks out sideways, and no text is too small to read (in pixels)."""
        overflow, smallest = self.page.evaluate(MEASURE)
        assert overflow <= 0
        assert smallest >= 10.5

    def has_names(self) -> None:
        """Every part that acts has a name and takes the focus; drawings have a text or none."""
        for part in self.page.locator("[data-action], [data-toggle]").all():
            assert part.get_attribute("aria-label")
            assert part.get_attribute("tabindex") == "0"
        silent = self.page.locator("svg:not([aria-hidden=true]):not([aria-label])")
        assert silent.count() == 0

    def moving(self) -> float:
        """Return the longest transition or animation of a piece, in seconds."""
        longest: float = self.page.evaluate(MOVING)
        return longest

    def faults(self, axe: str) -> list[str]:
        """Return the serious faults that axe (its source as text) finds on the board."""
        self.page.evaluate(axe)
        found = self.page.evaluate("axe.run('#board_page', { resultTypes: ['violations'] })")
        severe = [each for each in found["violations"] if each["impact"] in SEVERE]
        return [f"{each['id']}: {node['html'][:200]}" for each in severe for node in each["nodes"]]

    @property
    def motions(self) -> int:
        """Return how many transitions and animations of pieces have started since `clear`."""
        found: int = self.page.evaluate("() => window.board_page.motions")
        return found

    @property
    def chosen(self) -> list[dict[str, Any]]:
        """Return the commands that the reader has sent, oldest first."""
        found: list[dict[str, Any]] = self.page.evaluate("() => window.board_page.chosen")
        return found


def _serve(route: Route) -> None:
    path = route.request.url.removeprefix(HOST).lstrip("/")
    if not path:
        route.fulfill(
            body=_page(),
            content_type="text/html; charset=utf-8",
            headers={"Content-Security-Policy": POLICY},
        )
        return
    found = SCRIPT.read_bytes() if path == "board_page.js" else _file(path)
    kind = mimetypes.guess_type(path)[0] or "application/octet-stream"
    route.fulfill(
        status=404 if found is None else 200, body=found, content_type=f"{kind}; charset=utf-8"
    )


def _file(path: str) -> bytes | None:
    """Return a file of the page; boards are at `games/<key>/now/`, whatever their hash is."""
    named = {re.sub(r"(?<=/)[0-9a-f]{12}(?=/)", "now", name): file for name, file in FILES.items()}
    return named[path].content if path in named else None


def _page() -> str:
    sheets = "".join(f'<link rel="stylesheet" href="/{name}">' for name in SHEETS)
    return (
        '<!doctype html><html lang="en"><meta charset="utf-8"><title>Board</title>'
        '<link rel="icon" href="data:,">'
        f'{sheets}<main id="board_page"></main><script type="module" src="/board_page.js"></script>'
    )
