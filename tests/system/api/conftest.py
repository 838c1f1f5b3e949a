"""One store, two API processes and a projector for all tests; every test has its own players."""

from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest

from store.embedded.server import EmbeddedServer
from tests.support.documents.document_check import check_documented
from tests.support.players.administrator import Administrator, created_administrator
from tests.support.players.callers import Caller, calling, new_player
from tests.support.servers.processes import Api, serving, serving_with_tight_limits, working
from tests.support.stores.contents import StoreContents
from tests.support.stores.servers import running
from tests.support.tables.http_table import HttpTable, open_table, play_table, start_table


@pytest.fixture(scope="package")
def directory(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("web")


@pytest.fixture(scope="package")
def store(directory: Path) -> Iterator[EmbeddedServer]:
    with running("valkey", directory / "store") as server:
        yield server


@pytest.fixture(scope="package")
def api(store: EmbeddedServer, directory: Path) -> Iterator[Api]:
    with serving(store.url, directory) as process:
        yield process
        assert process.errors == ""


@pytest.fixture(scope="package")
def second_api(store: EmbeddedServer, directory: Path) -> Iterator[Api]:
    with serving(store.url, directory) as process:
        yield process
        assert process.errors == ""


@pytest.fixture(scope="package")
def tight_api(store: EmbeddedServer, directory: Path) -> Iterator[Api]:
    """A third API process, with low limits."""
    with serving_with_tight_limits(store, directory / "near") as process:
        yield process


@pytest.fixture(scope="package")
def projector(store: EmbeddedServer, directory: Path) -> Iterator[None]:
    with working("projector", store.url, directory) as process:
        yield
        assert process.output == ""


@pytest.fixture(scope="package")
def http(api: Api) -> Iterator[httpx.Client]:
    """A client whose answers are all checked against the document."""
    with calling(api.base, check_documented) as client:
        yield client


@pytest.fixture(scope="package")
def second(second_api: Api) -> Iterator[httpx.Client]:
    """The same for the second API process."""
    with calling(second_api.base, check_documented) as client:
        yield client


@pytest.fixture(scope="package")
def stored(store: EmbeddedServer) -> Iterator[StoreContents]:
    with StoreContents(store.url) as what_is_there:
        yield what_is_there


@pytest.fixture(scope="package")
def anyone(http: httpx.Client) -> Caller:
    return Caller(http)


@pytest.fixture
def somebody(http: httpx.Client) -> Callable[[str], Caller]:
    return lambda name: new_player(http, name)


@pytest.fixture
def anne(http: httpx.Client) -> Caller:
    return new_player(http, "Anne")


@pytest.fixture
def bob(http: httpx.Client) -> Caller:
    return new_player(http, "Bob")


@pytest.fixture(scope="package")
def zoe(http: httpx.Client, store: EmbeddedServer) -> Administrator:
    """An administrator."""
    return created_administrator(store.url, http)


@pytest.fixture
def filled_table(http: httpx.Client) -> HttpTable:
    """A full table of three that has not started; the host has seat 0."""
    return open_table(http)


@pytest.fixture
def race(http: httpx.Client) -> HttpTable:
    """A table of three that has started."""
    return start_table(http)


@pytest.fixture(scope="package")
def read_only_table(http: httpx.Client) -> HttpTable:
    """A started table for tests that only read or are rejected: it never changes."""
    return start_table(http)


@pytest.fixture(scope="package")
def finished(http: httpx.Client) -> HttpTable:
    """A finished table; everybody may read it, nobody can change it."""
    return play_table(http)
