"""The EventSource of the documentation, in a real browser, while the server is killed."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.support.browser.real_browser import needs_browser, visiting
from tests.support.documents.page_blocks import blocks
from tests.support.network.local_site import QuietHandler, local_site
from tests.support.players.callers import calling
from tests.support.servers.processes import Api, serving, until
from tests.support.stores.servers import running
from tests.support.tables.http_table import HttpTable, start_table

pytestmark = needs_browser
# One stream for the whole test: only a lost connection ends it.
DEVELOPMENT = {"LUDOTHEQUE_CORS_ORIGINS": "loopback", "LUDOTHEQUE_STREAM_SECONDS": "600"}
PAGE = """<!doctype html><link rel="icon" href="data:,"><script>
const base = "%s", table = base + "%s", bearer = "Bearer %s";
const heard = { ids: [], states: [], tickets: 0 };
const log = (event) => heard.ids.push(event.version);
const draw = (state) => heard.states.push(state.version);
const send = window.fetch;
window.fetch = (...words) => { heard.tickets += 1; return send(...words); };
%s
</script>"""


def snippet() -> str:
    """Return the code that the documentation shows."""
    [code] = [each.text for each in blocks("docs/writing-a-client.md") if each.kind == "js"]
    assert "new EventSource(" in code
    return code


@contextmanager
def site(page: str) -> Iterator[str]:
    """Another origin of this machine, as in development."""

    class Site(QuietHandler):
        def respond(self) -> None:
            self.answer(page.encode(), Content_Type="text/html; charset=utf-8")

    with local_site(Site) as port:
        yield f"http://127.0.0.1:{port}"


def received(page: Page) -> Any:
    return page.evaluate("heard")


def wait_for_version(page: Page, version: int) -> None:
    def there() -> bool:
        told = received(page)
        return bool(told["ids"][-1:] == [version] == told["states"][-1:])

    until(there)


def kill(api: Api) -> None:
    api.kill()
    until(lambda: not api.alive())


def play(table: HttpTable) -> int:
    table.step()
    return int(table.seen()["version"])


@pytest.mark.parametrize("kills", [1, pytest.param(3, marks=pytest.mark.long)])
def test_the_snippet_of_the_documentation_survives_a_killed_server(
    tmp_path: Path, kills: int
) -> None:
    """The browser reconnects by itself with the ticket it has; no event is lost or doubled."""
    with (
        running("valkey", tmp_path / "store") as store,
        serving(store.url, tmp_path, **DEVELOPMENT) as api,
        serving(store.url, tmp_path) as other,
        calling(other.base) as http,
    ):
        table = start_table(http)
        content = PAGE % (api.base, table.path, table.host.token, snippet())
        with site(content) as origin, visiting() as page:
            page.goto(origin)
            wait_for_version(page, play(table))
            for _ in range(kills):
                kill(api)
                missed = play(table)
                assert received(page)["ids"][-1] < missed
                api.start()
                wait_for_version(page, missed)
                wait_for_version(page, play(table))
            told = received(page)
        assert told["ids"] == list(range(1, table.seen()["version"] + 1))
        assert told["tickets"] == 1
