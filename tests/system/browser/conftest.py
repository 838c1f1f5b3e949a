"""One browser for all tests of this folder that run in one process."""

from collections.abc import Iterator

import pytest

from tests.support.browser.real_browser import sharing
from tests.support.servers.play_fixtures import play_api, play_store, whole_server

__all__ = ["play_api", "play_store", "whole_server"]


@pytest.fixture(scope="package", autouse=True)
def one_browser() -> Iterator[None]:
    """Start the browser once; every visit has a profile of its own."""
    with sharing():
        yield
