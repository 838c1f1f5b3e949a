"""Settings and fixtures of all kinds of tests; each kind has a conftest of its own."""

import os
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import settings
from xdist.scheduler import LoadFileScheduling

from tests.support.network.webhook_receiver import Receiver, receiving
from tests.support.paths import ROOT
from tests.support.servers.processes import let_clients_wait

# On a busy machine a store is slow, not broken. Tests about timeouts set their own.
os.environ["LUDOTHEQUE_STORE_SECONDS"] = "30"
# What `make test` was called with and exports is not for the programs that tests run by make.
for name in ("ARGS", "JOBS", "MAKEFLAGS", "MAKELEVEL", "MFLAGS", "PORT"):
    os.environ.pop(name, None)

# So is a server.
let_clients_wait()

# Failures inside the given-when-then language and of shared servers show what was compared.
pytest.register_assert_rewrite(
    "tests.support.tables.table_spec", "tests.support.servers.play_fixtures"
)


pytest_plugins = ["tests.support.servers.no_process_left", "tests.support.stores.fixtures"]

# In CI; `make prove` tries the other engine and the cluster, too.
ON_ONE_ENGINE = {
    "test_damage_is_found_and_what_is_derived_is_mended",
    "test_no_false_damage_is_found_while_people_play",
}
KINDS = ("system", "integration", "simulation", "laws", "unit")
TOGETHER = ("tests/system/browser", "tests/system/packages")  # folders for one process each


# The examples of hypothesis are the same in every run, and a busy machine is no failure.
settings.register_profile("tests", deadline=None, derandomize=True)
settings.load_profile("tests")


def pytest_configure(config: pytest.Config) -> None:
    """Keep pytest-randomly from resetting `random` before each test: nobody may rely on it."""
    config.option.randomly_reset_seed = False


def pytest_itemcollected(item: pytest.Item) -> None:
    """Leave the other engines of some tests to `make prove`."""
    if item.name.partition("[")[0] in ON_ONE_ENGINE and "[valkey" not in item.name:
        item.add_marker("long")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run the slowest kind first; inside a folder the order stays the random one.

    Files of short tests at the end keep all processes busy until the last one. The tests of a
    folder stay together, because they share servers, which end with the last of them.
    """
    folders = list(dict.fromkeys(folder_of(item) for item in items))
    items.sort(key=lambda item: (*weight_of(item), folders.index(folder_of(item))))


def weight_of(item: pytest.Item) -> tuple[int, bool]:
    """Return the place of the kind of a test; in a kind, what one process runs comes first."""
    place = item.path.relative_to(ROOT)
    kind = next(number for number, name in enumerate(KINDS) if name in place.parts)
    return kind, not place.as_posix().startswith(TOGETHER)


def folder_of(item: pytest.Item) -> tuple[str, ...]:
    """Return the folder of a test in that of its kind, such as `tests/system/api`."""
    return item.path.relative_to(ROOT).parts[:3]


def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Give the tests of a file to one process, and those of some folders, with all their files."""
    scheduler = LoadFileScheduling(config, log)
    scheduler._split_scope = _given_together
    return scheduler


def _given_together(test: str) -> str:
    """Return the folder or the file whose tests run in one process."""
    return next((each for each in TOGETHER if test.startswith(f"{each}/")), test.partition("::")[0])


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with receiving() as receiver:
        yield receiver
