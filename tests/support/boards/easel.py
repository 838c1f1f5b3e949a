"""A page that shows nothing but one board, under the policy of the real page."""

import mimetypes
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, Route

ROOT = Path(__file__).parents[3]
WEB = ROOT / "api" / "pages" / "web"
SCRIPT = Path(__file__).with_name("easel.js")
HOST = "http://127.0.0.1:9"
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types ludo"
)
SHEETS = ("theme.css", "page.css")
MARGIN = 16


class Easel:
    """Draws boards in a page of a browser; files come from the package, without a server."""

    def __init__(self, page: Page) -> None:
        self.page = page
        page.route(f"{HOST}/**", _serve)
        page.goto(f"{HOST}/")
        page.wait_for_function("window.easel !== undefined")

    def draw(self, game: str, props: dict[str, Any]) -> None:
        self.page.evaluate("([game, props]) => window.easel.draw(game, props)", [game, props])

    def clear(self) -> None:
        self.page.evaluate("() => window.easel.clear()")

    def picture(self, game: str) -> None:
        self.page.evaluate("game => window.easel.picture(game)", game)

    def chart(self, game: str, views: list[dict[str, Any]]) -> Any:
        return self.page.evaluate(
            "([game, views]) => window.easel.chart(game, views)", [game, views]
        )

    @property
    def chosen(self) -> list[dict[str, Any]]:
        """Return the commands that the reader has sent, oldest first."""
        found: list[dict[str, Any]] = self.page.evaluate("() => window.easel.chosen")
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
    file = SCRIPT if path == "easel.js" else WEB / path
    if not file.is_file():
        route.fulfill(status=404)
        return
    kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
    route.fulfill(body=file.read_bytes(), content_type=f"{kind}; charset=utf-8")


def _page() -> str:
    sheets = "".join(f'<link rel="stylesheet" href="/{name}">' for name in SHEETS)
    return (
        '<!doctype html><html lang="en"><meta charset="utf-8"><title>Board</title>'
        '<link rel="icon" href="data:,">'
        f'{sheets}<main id="easel"></main><script type="module" src="/easel.js"></script>'
    )
