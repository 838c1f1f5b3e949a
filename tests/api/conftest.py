"""One store, two web processes and the projector for all tests; every test has its own players."""

from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest

from store.embedded.server import EmbeddedServer
from tests.api.brisk import brisk
from tests.api.documented import documented
from tests.api.sitting import Sitting, opened, played, started
from tests.api.stored import Stored
from tests.support.servers import running
from tests.support.web import Api, Caller, calling, new_player, projecting, serving


@pytest.fixture(scope="session")
def directory(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("web")


@pytest.fixture(scope="session")
def store(directory: Path) -> Iterator[EmbeddedServer]:
    with running("valkey", directory / "store") as server:
        yield server


@pytest.fixture(scope="session")
def api(store: EmbeddedServer, directory: Path) -> Iterator[Api]:
    with serving(store.url, directory) as process:
        yield process
        assert process.faults == ""


@pytest.fixture(scope="session")
def second_api(store: EmbeddedServer, directory: Path) -> Iterator[Api]:
    with serving(store.url, directory) as process:
        yield process
        assert process.faults == ""


@pytest.fixture(scope="session")
def near(store: EmbeddedServer, directory: Path) -> Iterator[Api]:
    """A third one, whose bounds are near."""
    with brisk(store, directory / "near") as process:
        yield process


@pytest.fixture(scope="session")
def projector(store: EmbeddedServer, directory: Path) -> Iterator[None]:
    with projecting(store.url, directory) as process:
        yield
        assert process.complaints == ""


@pytest.fixture(scope="session")
def http(api: Api) -> Iterator[httpx.Client]:
    """Every answer that any test gets this way is checked against the document."""
    with calling(api.base, documented) as client:
        yield client


@pytest.fixture(scope="session")
def second(second_api: Api) -> Iterator[httpx.Client]:
    """The same at another process on the same store."""
    with calling(second_api.base, documented) as client:
        yield client


@pytest.fixture(scope="session")
def stored(store: EmbeddedServer) -> Iterator[Stored]:
    with Stored(store.url) as what_is_there:
        yield what_is_there


@pytest.fixture(scope="session")
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


@pytest.fixture
def sitting(http: httpx.Client) -> Sitting:
    """A table for three at which three sit; the host has seat 0."""
    return opened(http)


@pytest.fixture
def race(http: httpx.Client) -> Sitting:
    """The same, dealt."""
    return started(http)


@pytest.fixture(scope="session")
def quiet(http: httpx.Client) -> Sitting:
    """The same, for tests that only read, or are refused: it stays as it is."""
    return started(http)


@pytest.fixture(scope="session")
def finished(http: httpx.Client) -> Sitting:
    """The same, played to its end; everybody may read it, nobody can change it."""
    return played(http)
