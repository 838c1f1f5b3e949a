"""A real browser that can reach nothing but this machine, driven by playwright."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import (
    Browser,
    ConsoleMessage,
    Page,
    Playwright,
    expect,
    sync_playwright,
)

from tests.support.servers.no_process_left import lasting
from tests.support.servers.polling import PATIENCE

PATIENCE_MS = 1000 * PATIENCE
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
BROWSER = next(filter(None, map(shutil.which, NAMES)), None)
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
)
needs_browser = pytest.mark.skipif(BROWSER is None, reason=f"none of {NAMES} is on the PATH")


class Shared:
    """One browser for many visits, started by the first of them."""

    def __init__(self) -> None:
        self._driver: Playwright | None = None
        self._browser: Browser | None = None

    def browser(self) -> Browser:
        """Return the browser; one that has crashed is started again."""
        with lasting():
            self._driver = self._driver or sync_playwright().start()
            if self._browser is None or not self._browser.is_connected():
                chromium = self._driver.chromium
                self._browser = chromium.launch(
                    executable_path=BROWSER, args=list(FLAGS), timeout=PATIENCE_MS
                )
        return self._browser

    def close(self) -> None:
        if self._browser is not None:
            self._browser.close()
        if self._driver is not None:
            self._driver.stop()  # while it runs, nothing else can run an event loop here


_shared: list[Shared] = []


@contextmanager
def sharing() -> Iterator[None]:
    """Let all visits inside use the same browser, each with a profile of its own."""
    _shared.append(Shared())
    try:
        yield
    finally:
        _shared.pop().close()


@contextmanager
def visiting(
    width: int = 1280,
    height: int = 800,
    scheme: str = "light",
    scripts: bool = True,
    motion: bool = True,
    locale: str = "en-US",
) -> Iterator[Page]:
    """Open a page of a fresh browser profile; an error in a script of the page fails the test."""
    if not _shared:
        with sharing(), visiting(width, height, scheme, scripts, motion, locale) as page:
            yield page
        return
    errors: list[str] = []
    context = (
        _shared[-1]
        .browser()
        .new_context(
            viewport={"width": width, "height": height},
            color_scheme="dark" if scheme == "dark" else "light",
            java_script_enabled=scripts,
            reduced_motion="no-preference" if motion else "reduce",
            locale=locale,
            permissions=["clipboard-read", "clipboard-write"],
        )
    )
    try:
        context.set_default_timeout(PATIENCE_MS)
        expect.set_options(timeout=PATIENCE_MS)
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("console", lambda message: _note(message, errors))
        yield page
    finally:
        context.close()
    assert errors == [], "\n".join(errors)


def _note(message: ConsoleMessage, errors: list[str]) -> None:
    """Keep errors of scripts and of the security policy; tests see a status 404 themselves."""
    if message.type == "error" and not message.text.startswith("Failed to load resource"):
        errors.append(message.text)
