"""A real browser that can reach nothing but this machine, driven by playwright."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    Playwright,
    expect,
    sync_playwright,
)

from tests.support.servers.no_process_left import lasting
from tests.support.servers.processes import PATIENCE

PATIENCE_MS = 1000 * PATIENCE
# The shell draws the same without a window, for a third of the processor time.
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "chrome")
BROWSER = next(filter(None, map(shutil.which, NAMES)), None)
# Playwright disables all but the last two: pop-ups of a window, each with a process of its own.
DISABLED = (
    *("AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsUpgrades"),
    *("HttpsFirstBalancedModeAutoEnable", "LensOverlay", "MediaRouter", "PaintHolding"),
    *("ThirdPartyStoragePartitioning", "AvoidCorsURLLoaderRestartOnRedirect"),
    *("OptimizationHints", "NetworkTimeServiceQuerying", "AimEnabled", "PreconnectToSearch"),
    *("WebUIOmniboxPopup", "WebUIOmniboxAimPopup"),
)
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--in-process-gpu",
    "--disable-dev-shm-usage",
    "--renderer-process-limit=1",
    f"--disable-features={','.join(DISABLED)}",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
)
LOCALE = "en-US"
# Tests find actions by their labels: the list beside a drawn board is open for them.
LISTED = """try {
  const name = "ludotheque.settings" + location.pathname.replace(/[/]$/, "");
  localStorage[name] ??= JSON.stringify({ list: true });
} catch {}"""
needs_browser = pytest.mark.skipif(BROWSER is None, reason=f"none of {NAMES} is on the PATH")


class KeptProfile:
    """A profile that is emptied after each visit: a new one takes twice as long to load a page."""

    def __init__(self, context: BrowserContext) -> None:
        self.context = context
        self.in_use = False
        self._page = context.new_page()  # while a profile has a page, its process lives
        self._session = context.new_cdp_session(self._page)

    def empty(self) -> None:
        for page in self.context.pages:
            if page != self._page:
                page.close()
        everything = {"origin": "*", "storageTypes": "all"}
        self._session.send("Storage.clearDataForOrigin", everything)


class Shared:
    """One browser for many visits, started by the first of them."""

    def __init__(self) -> None:
        self._driver: Playwright | None = None
        self._browser: Browser | None = None
        self._kept: KeptProfile | None = None

    def browser(self) -> Browser:
        """Return the browser; one that has crashed is started again."""
        with lasting():
            self._driver = self._driver or sync_playwright().start()
            if self._browser is None or not self._browser.is_connected():
                chromium = self._driver.chromium
                self._browser = chromium.launch(
                    executable_path=BROWSER, args=list(FLAGS), timeout=PATIENCE_MS
                )
                self._kept = None
        return self._browser

    @contextmanager
    def profile(self, locale: str, scripts: bool, new: bool) -> Iterator[BrowserContext]:
        """Lend an empty profile; the kept one, if it is free and fits."""
        browser = self.browser()
        if new or not scripts or locale != LOCALE or (self._kept and self._kept.in_use):
            context = _profile(browser, locale, scripts)
            try:
                yield context
            finally:
                context.close()
            return
        kept = self._kept = self._kept or KeptProfile(_profile(browser))
        kept.in_use = True
        try:
            yield kept.context
        finally:
            kept.empty()
            kept.in_use = False

    def close(self) -> None:
        if self._browser is not None:
            self._browser.close()
        if self._driver is not None:
            self._driver.stop()  # while it runs, nothing else can run an event loop here


_shared: list[Shared] = []


@contextmanager
def sharing() -> Iterator[None]:
    """Let all visits inside use the same browser, each with an empty profile."""
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
    locale: str = LOCALE,
    new: bool = False,
) -> Iterator[Page]:
    """Open a page of an empty browser profile; an error in a script of the page fails the test.

    `new` is for a visit that must find no file in the cache, or that changes the profile itself.
    """
    if not _shared:
        with sharing(), visiting(width, height, scheme, scripts, motion, locale) as page:
            yield page
        return
    errors: list[str] = []
    with _shared[-1].profile(locale, scripts, new) as context:
        page = context.new_page()
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(
            color_scheme="dark" if scheme == "dark" else "light",
            reduced_motion="no-preference" if motion else "reduce",
        )
        page.add_init_script(LISTED)
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("console", lambda message: _note(message, errors))
        yield page
    assert errors == [], "\n".join(errors)


@contextmanager
def another() -> Iterator[Page]:
    """Open a page of another person beside that of a visit."""
    with _shared[-1].profile(LOCALE, scripts=True, new=True) as context:
        page = context.new_page()
        page.emulate_media(reduced_motion="reduce")
        page.add_init_script(LISTED)
        yield page


def _profile(browser: Browser, locale: str = LOCALE, scripts: bool = True) -> BrowserContext:
    context = browser.new_context(
        java_script_enabled=scripts,
        locale=locale,
        permissions=["clipboard-read", "clipboard-write"],
    )
    context.set_default_timeout(PATIENCE_MS)
    expect.set_options(timeout=PATIENCE_MS)
    return context


def _note(message: ConsoleMessage, errors: list[str]) -> None:
    """Keep errors of scripts and of the security policy; tests see a status 404 themselves."""
    if message.type == "error" and not message.text.startswith("Failed to load resource"):
        errors.append(message.text)
