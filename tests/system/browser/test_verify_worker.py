"""The verifier in JavaScript runs in a browser, in a module worker."""

from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler

import pytest
from playwright.sync_api import Page

from tests.support.browser.real_browser import needs_browser, visiting
from tests.support.histories.bundles import corpus, unpacked
from tests.support.network.local_site import local_site
from tests.support.paths import ROOT

WEB = ROOT / "api" / "pages" / "web"
VERIFY = """(source) => new Promise((resolve) => {
  const worker = new Worker("/verify/worker.js", { type: "module" });
  const progress = [];
  worker.onerror = (error) => resolve({ error: error.message });
  worker.onmessage = ({ data }) => {
    if (data.progress) progress.push(data.progress);
    else resolve({ ...data, progress });
  };
  worker.postMessage({ source });
})"""

pytestmark = needs_browser


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        """Log nothing."""


@pytest.fixture
def page() -> Iterator[Page]:
    """A page of the same origin as the modules."""
    with local_site(partial(Quiet, directory=str(WEB))) as port, visiting() as page:
        page.goto(f"http://127.0.0.1:{port}/package.json")
        yield page


@pytest.fixture
def history() -> str:
    return unpacked(corpus("bug_race")[0]).decode()


def test_an_honest_history_passes_and_progress_is_reported(page: Page, history: str) -> None:
    told = page.evaluate(VERIFY, history)
    assert told["verdict"]["result"] == "PASS"
    assert told["progress"][-1]["done"] == told["progress"][-1]["total"]


def test_a_changed_history_fails_and_the_place_is_named(page: Page, history: str) -> None:
    before, _, after = history.partition('"seat":1')
    told = page.evaluate(VERIFY, f'{before}"seat":2{after}')
    assert told["verdict"]["result"] == "FAIL"
    [found, *_] = told["verdict"]["findings"]
    assert found["line"] == 1 + before.count("\n")
    assert found["version"] == found["line"] - 1
    assert found["field"] == "leaf"
