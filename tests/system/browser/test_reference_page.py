"""The documentation in a real browser that can reach nothing but this machine."""

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from tests.support.paths import OPENAPI_DOCUMENT
from tests.support.processes import Api

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
BROWSER = next(filter(None, map(shutil.which, NAMES)), None)
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-extensions",
    "--disable-sync",
    "--no-first-run",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
    "--virtual-time-budget=5000",
)

pytestmark = pytest.mark.skipif(BROWSER is None, reason=f"none of {NAMES} is on the PATH")


class Visit:
    """The page as it is drawn, and every address it has asked for."""

    def __init__(self, address: str, directory: Path) -> None:
        assert BROWSER is not None
        log = directory / "net.json"
        places = [f"--user-data-dir={directory / 'profile'}", f"--log-net-log={log}"]
        ran = subprocess.run(
            [BROWSER, *FLAGS, *places, "--dump-dom", address],
            capture_output=True,
            timeout=120,
            check=True,
        )
        self.dom = ran.stdout.decode()
        self.hosts = {urlsplit(url).hostname for url in _requested(log.read_text(), address)}


def _requested(log: str, page: str) -> list[str]:
    """The page and what it asks for; browsers have errands of their own, which go nowhere here."""
    try:
        told: Any = json.loads(log)
    except ValueError:  # the browser may end before it has closed its list
        told = json.loads(log.rstrip().rstrip(",") + "]}")
    kinds = told["constants"]["logEventTypes"]
    start = kinds["URL_REQUEST_START_JOB"]
    origin = page.removesuffix("/schema")
    asked = [event.get("params", {}) for event in told["events"] if event["type"] == start]
    return [a["url"] for a in asked if a.get("initiator") == origin or a.get("url") == page]


@pytest.fixture(scope="module")
def visit(play_api: Api, tmp_path_factory: pytest.TempPathFactory) -> Visit:
    return Visit(f"{play_api.base}/schema", tmp_path_factory.mktemp("chromium"))


@pytest.fixture(scope="module")
def document() -> Any:
    return json.loads(OPENAPI_DOCUMENT.read_text())


def test_every_operation_is_drawn_with_its_summary(visit: Visit, document: Any) -> None:
    text = re.sub(r"<[^>]+>", "", visit.dom)
    for path, item in document["paths"].items():
        for operation in item.values():
            assert operation["summary"] in text, path
    assert visit.dom.count('class="opblock ') >= len(document["paths"])


def test_the_title_and_the_groups_are_drawn(visit: Visit, document: Any) -> None:
    assert document["info"]["title"] in visit.dom
    for tag in document["tags"]:
        assert f'data-tag="{tag["name"]}"' in visit.dom


def test_no_request_leaves_this_machine(visit: Visit) -> None:
    assert visit.hosts == {"127.0.0.1"}  # names, too, would be told: none can be resolved
