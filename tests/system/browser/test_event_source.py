"""A real browser's EventSource: a ticket, live events, and reconnecting."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.support.browser.real_browser import needs_browser, visiting
from tests.support.network.local_site import QuietHandler, local_site
from tests.support.players.callers import calling
from tests.support.servers.processes import serving, until
from tests.support.stores.servers import running
from tests.support.tables.http_table import HttpTable, start_table

pytestmark = needs_browser

# Fetches a ticket, opens a stream, plays one card on its turn, and records the events.
PAGE = """<!doctype html><pre id="heard"></pre><script>
const api = "%(base)s", table = api + "%(table)s", token = "%(token)s";
const bearer = {Authorization: "Bearer " + token, "Content-Type": "application/json"};
const heard = {ids: [], events: [], snapshots: 0, byes: [], errors: 0, played: false};
const note = () => fetch("/heard", {method: "POST", body: JSON.stringify(heard)});
async function listen(after) {
  const asked = await fetch(table + "/tickets", {method: "POST", headers: bearer});
  const ticket = await asked.json();
  const path = ticket.stream + "&after=" + after + "&max_seconds=2";
  const source = new EventSource(new URL(path, api));
  source.addEventListener("snapshot", async told => {
    heard.snapshots += 1;
    if (heard.snapshots == 1) {
      const actions = await (await fetch(table + "/actions", {headers: bearer})).json();
      const body = JSON.stringify(actions.actions[0].command);
      await fetch(table + "/commands", {method: "POST", headers: bearer, body});
    }
  });
  source.onmessage = told => {
    heard.ids.push(told.lastEventId);
    heard.events.push(JSON.parse(told.data));
    heard.played ||= told.data.includes("card_played");
    note();
  };
  source.addEventListener("bye", told => {
    source.close();
    const bye = JSON.parse(told.data);
    heard.byes.push(bye.reason);
    note();
    if (heard.byes.length < 2 || !heard.played) listen(bye.next_after);
  });
  source.onerror = () => { heard.errors += 1; note(); };
}
listen(0);
</script>"""


class Site(QuietHandler):
    """Another origin: the page, and a place where it can say what it has heard."""

    page, heard, known = b"", dict[str, Any](), 0

    def respond(self) -> None:
        if self.command == "GET":
            self.answer(self.page, Content_Type="text/html; charset=utf-8")
            return
        body = self.rfile.read(int(self.headers["Content-Length"]))
        said = json.loads(body)
        if len(said["ids"]) + len(said["byes"]) >= Site.known:  # notes may overtake each other
            Site.heard, Site.known = said, len(said["ids"]) + len(said["byes"])
        self.send_response(204)
        self.end_headers()


@pytest.fixture
def origin() -> Iterator[str]:
    with local_site(Site) as port:
        yield f"http://127.0.0.1:{port}"


def test_a_page_of_another_origin_plays_and_receives_its_events(
    origin: str, tmp_path: Path
) -> None:
    with (
        running("valkey", tmp_path / "store") as store,
        serving(store.url, tmp_path, LUDOTHEQUE_CORS_ORIGINS=origin) as api,
        calling(api.base) as http,
    ):
        table = start_table(http, options={"first_player": 0})
        Site.page = _page(api.base, table).encode()
        with visiting() as page:
            page.goto(origin)
            until(lambda: Site.heard.get("played") and len(Site.heard["byes"]) >= 2)
        heard = Site.heard
        version = table.seen()["version"]
        as_browser = {"Accept-Language": "en-US"}
        listed = table.host.get(f"{table.path}/events?limit=500", headers=as_browser).json()
    assert heard["snapshots"] == len(heard["byes"])
    assert set(heard["byes"]) == {"max_seconds"}
    assert heard["ids"] == [str(n) for n in range(1, version + 1)]
    assert heard["events"] == listed["events"]
    assert "gumball_rally.card_played" in {event.get("type") for event in heard["events"]}
    assert heard["errors"] == 0


def _page(base: str, table: HttpTable) -> str:
    return PAGE % {"base": base, "table": table.path, "token": table.host.token}
