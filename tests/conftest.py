"""What holds for all tests."""

import os

import pytest

from eventlog import patience

# A crowded machine is slow, not broken; tests about time-outs choose their own.
os.environ[patience.NAME] = "30"


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    return "asyncio"


# Failures inside the given-when-then language show what was compared.
pytest.register_assert_rewrite("tests.support.spec", "tests.support.table_spec")
