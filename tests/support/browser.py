"""A real browser that can reach nothing but this machine, driven by playwright."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import ConsoleMessage, Page, sync_playwright

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
BROWSER = next(filter(None, map(shutil.which, NAMES)), None)
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
)
needs_browser = pytest.mark.skipif(BROWSER is None, reason=f"none of {NAMES} is on the PATH")


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
    errors: list[str] = []
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=BROWSER, args=list(FLAGS))
        try:
            context = browser.new_context(
                viewport={"width": width, "height": height},
                color_scheme="dark" if scheme == "dark" else "light",
                java_script_enabled=scripts,
                reduced_motion="no-preference" if motion else "reduce",
                locale=locale,
                permissions=["clipboard-read", "clipboard-write"],
            )
            page = context.new_page()
            page.on("pageerror", lambda error: errors.append(str(error)))
            page.on("console", lambda message: _note(message, errors))
            yield page
        finally:
            browser.close()
    assert errors == []


def _note(message: ConsoleMessage, errors: list[str]) -> None:
    """Keep errors of scripts and of the security policy; tests see a status 404 themselves."""
    if message.type == "error" and not message.text.startswith("Failed to load resource"):
        errors.append(message.text)
