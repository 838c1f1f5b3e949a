"""Settings and fixtures of all kinds of tests; each kind has a conftest of its own."""

import os
from collections.abc import Iterator

import pytest
from hypothesis import settings

from tests.support.network.webhook_receiver import Receiver, receiving
from tests.support.paths import ROOT
from tests.support.servers.polling import let_clients_wait

# On a busy machine a store is slow, not broken. Tests about timeouts set their own.
os.environ["LUDOTHEQUE_STORE_SECONDS"] = "30"
# What `make test` was called with and exports is not for the programs that tests run by make.
for name in ("ARGS", "JOBS", "MAKEFLAGS", "MAKELEVEL", "MFLAGS", "PORT"):
    os.environ.pop(name, None)

# So is a server.
let_clients_wait()

# Failures inside the given-when-then language show what was compared.
pytest.register_assert_rewrite("tests.support.tables.table_spec")


pytest_plugins = ["tests.support.servers.no_process_left", "tests.support.stores.fixtures"]

ON_ONE_ENGINE = {"test_damage.py"}  # in CI; `make prove` tries the other engine, too
KINDS = ("system", "integration", "simulation", "laws", "unit")


# The examples of hypothesis are the same in every run, and a busy machine is no failure.
settings.register_profile("tests", deadline=None, derandomize=True)
settings.load_profile("tests")


def pytest_configure(config: pytest.Config) -> None:
    """Keep pytest-randomly from resetting `random` before each test: nobody may rely on it."""
    config.option.randomly_reset_seed = False


def pytest_itemcollected(item: pytest.Item) -> None:
    """Leave the second engine of some files to `make prove`."""
    if item.path.name in ON_ONE_ENGINE and "[redis" in item.name:
        item.add_marker("long")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run the slowest kind first; inside a kind the order stays the random one.

    Files of short tests at the end keep all processes busy until the last one.
    """
    items.sort(key=kind_of)


def kind_of(item: pytest.Item) -> int:
    """Return the place of the kind of a test: its folder in `tests`, or `ludotheque/laws`."""
    return next(
        place for place, kind in enumerate(KINDS) if kind in item.path.relative_to(ROOT).parts
    )


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with receiving() as receiver:
        yield receiver
