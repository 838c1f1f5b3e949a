"""What holds for all tests."""

import pytest


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    return "asyncio"


# Failures inside the given-when-then language show what was compared.
pytest.register_assert_rewrite("tests.support.spec", "tests.support.table_spec")
