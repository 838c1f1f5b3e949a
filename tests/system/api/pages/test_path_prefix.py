"""A server below a path prefix: no link, header or stream of it leads outside."""

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import urljoin, urlsplit

import httpx
import pytest

from store.embedded.server import EmbeddedServer
from tests.support.documents.document_check import assert_problem
from tests.support.network.raw_requests import one_problem, talk
from tests.support.network.sse import open_stream
from tests.support.players.callers import Caller, new_player
from tests.support.servers.processes import Api, serving
from tests.support.tables.http_table import start_table

PREFIX = "/ludo"
LINK = re.compile(r' (?:href|src)="([^"#]+)')
BROWSER = {"Accept": "text/html"}
PAGES = ("/", "/docs", "/docs/games/asterix", "/docs/problems/not_found", "/docs/none", "/schema")


@pytest.fixture(scope="module")
def below(store: EmbeddedServer, directory: Path) -> Iterator[Api]:
    with serving(store.url, directory / "below", LUDOTHEQUE_PREFIX=PREFIX) as api:
        yield api
        assert api.errors == ""


class Client(httpx.Client):
    """Sends `/v1/…` below the prefix, and a path of an answer as it is."""

    def request(self, method: str, url: Any, **sent: Any) -> httpx.Response:
        whole = urljoin(str(self.base_url), url) if url.startswith(PREFIX) else url
        return super().request(method, whole, **sent)


@pytest.fixture(scope="module")
def there(below: Api) -> Iterator[httpx.Client]:
    with Client(base_url=below.base) as http:
        yield http


def origin(api: Api) -> str:
    return api.base.removesuffix(PREFIX)


def paths(value: Any) -> Iterator[str]:
    """Return every text in a JSON answer that is a path."""
    if isinstance(value, str) and value.startswith("/"):
        yield value
    parts = value.values() if isinstance(value, dict) else value
    if isinstance(value, dict | list):
        for part in parts:
            yield from paths(part)


def test_every_link_of_the_pages_leads_to_a_page_below_the_prefix(
    below: Api, there: httpx.Client
) -> None:
    found: set[str] = set()
    for page in PAGES:
        answer = there.get(page, headers=BROWSER)
        links = [urljoin(str(answer.url), unescape(each)) for each in LINK.findall(answer.text)]
        own = {each for each in links if each.startswith(origin(below))}
        assert own
        assert {urlsplit(each).path for each in own if not each.startswith(below.base)} == set()
        found |= own
    sections = [each for each in found if "/docs/" in each and "." not in urlsplit(each).path]
    for each in sorted(found.difference(sections[3:])):  # they all look alike
        assert there.head(each, headers=BROWSER).status_code == 200, each


def test_every_path_in_an_answer_is_below_the_prefix_and_exists(
    there: httpx.Client,
) -> None:
    entry = there.get("/").json()
    games = there.get(entry["links"]["games"]).json()
    for answer in (entry, games, there.get("/v1/games/asterix").json()):
        for path in paths(answer):
            assert path.startswith(f"{PREFIX}/")
            assert there.head(path).status_code == 200, path


def test_a_table_is_opened_played_and_followed_by_the_links_of_the_answers(
    there: httpx.Client,
) -> None:
    table = start_table(there)
    path = f"{PREFIX}{table.path}"  # as the header `Location` has it
    ticket = table.host.post(f"{path}/tickets").json()
    assert ticket["stream"].startswith(f"{path}/events/stream?ticket=")
    with open_stream(Caller(there), path, ticket=ticket["ticket"]) as stream:
        stream.wait_for(lambda stream: stream.named("snapshot"))
        version = table.step()["version"]
        stream.wait_for(lambda stream: stream.last_id() >= version)


def test_headers_and_invitations_have_the_prefix(there: httpx.Client) -> None:
    anne = new_player(there, "Anne")
    made = anne.post("/v1/tables", {"game": "asterix", "private": True, "sit": True})
    assert made.headers["Location"] == f"{PREFIX}/v1/tables/{made.json()['id']}"
    assert made.json()["you"]["invitation"].startswith(f"{PREFIX}/#/table/")
    seen = anne.get(made.headers["Location"]).json()
    assert seen["you"] == made.json()["you"]
    page = anne.get(f"{made.headers['Location']}/events", params={"limit": 1})
    assert re.match(rf"<{PREFIX}/v1/tables/\S+>; rel=\"next\"", page.headers["Link"])
    redirect = there.get("/problems/not_found", headers=BROWSER)
    assert redirect.headers["Location"] == f"{PREFIX}/docs/problems/not_found"


def test_a_path_outside_is_a_problem_that_names_the_prefix(below: Api) -> None:
    for path in ("/", "/v1/games", "/ludotheque", "/ludo2/v1/games"):
        answer = httpx.get(f"{origin(below)}{path}")
        problem = assert_problem(answer, 404, "not_found", prefix=PREFIX)
        assert f"{PREFIX}/" in problem["detail"]
        assert problem["instance"] == path
    assert httpx.get(below.base).json() == httpx.get(f"{below.base}/").json()


def test_problems_have_the_prefix(below: Api, there: httpx.Client) -> None:
    missing = assert_problem(there.get("/v1/nothing"), 404, "not_found", prefix=PREFIX)
    assert missing["instance"] == f"{PREFIX}/v1/nothing"
    assert f"`GET {PREFIX}/schema/openapi.json`" in missing["detail"]
    refused = one_problem(talk(below, b"GET\r\n\r\n"))
    assert refused["type"] == f"{PREFIX}/problems/malformed"


def test_the_document_names_the_prefix_as_its_server(there: httpx.Client) -> None:
    [server] = there.get("/openapi.json").json()["servers"]
    assert server["url"] == f"http://{there.base_url.netloc.decode()}{PREFIX}"


def test_metrics_count_routes_without_the_prefix(there: httpx.Client) -> None:
    there.get("/v1/games")
    text = there.get("/metrics").text
    assert 'route="/v1/games"' in text
    assert f'route="{PREFIX}' not in text
