"""What holds for all tests."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.webhook_receiver import Receiver, receiving

# A crowded machine is slow, not broken; tests about time-outs choose their own.
os.environ["LUDOTHEQUE_STORE_SECONDS"] = "30"

# Folders whose tests start real processes. On a crowded machine one of those may be kept waiting
# longer than any bound a test can state, so they are tried again; pure tests never are.
WITH_PROCESSES = {"api", "browser", "chaos", "docs", "eventlog", "openapi", "workers"}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = Path(__file__).parent
    for item in items:
        if item.path.relative_to(here).parts[0] in WITH_PROCESSES:
            item.add_marker(pytest.mark.flaky(reruns=2, reruns_delay=1))


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with receiving() as receiver:
        yield receiver


# Failures inside the given-when-then language show what was compared.
pytest.register_assert_rewrite("tests.support.game_spec", "tests.support.table_spec")
