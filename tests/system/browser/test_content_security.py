"""Pages keep to their own content security policy, in a real browser that reports violations."""

import subprocess
from pathlib import Path

import pytest

from tests.support.processes import Api
from tests.system.browser.test_reference_page import BROWSER, FLAGS, NAMES

pytestmark = pytest.mark.skipif(BROWSER is None, reason=f"none of {NAMES} is on the PATH")

REFUSED = ("Content Security Policy", "Refused to", "violates the following")
PAGES = ("/schema", "/docs", "/docs/problems", "/docs/games/gumball_rally")


def console(address: str, directory: Path) -> str:
    """Return what the browser logs while it draws the page."""
    assert BROWSER is not None
    words = [f"--user-data-dir={directory / 'profile'}", "--enable-logging=stderr", "--v=0"]
    ran = subprocess.run(
        [BROWSER, *FLAGS, *words, "--dump-dom", address],
        capture_output=True,
        timeout=120,
        check=True,
    )
    return ran.stderr.decode(errors="replace")


@pytest.mark.parametrize("page", PAGES)
def test_a_page_needs_nothing_that_its_policy_forbids(
    play_api: Api, tmp_path: Path, page: str
) -> None:
    log = console(play_api.base + page, tmp_path)
    assert [line for line in log.splitlines() if any(words in line for words in REFUSED)] == []


def test_a_violation_would_be_seen(tmp_path: Path) -> None:
    policy = "<meta http-equiv='Content-Security-Policy' content=\"script-src 'self'\">"
    file = tmp_path / "page.html"
    file.write_text(f"<!doctype html><head>{policy}</head><script>document.title = 'x'</script>")
    assert any(words in console(file.as_uri(), tmp_path) for words in REFUSED)
