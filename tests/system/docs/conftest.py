"""A clone and a server for the commands that the pages print, shared by all pages of a file."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.documents.page_blocks import blocks, markdown_files
from tests.support.documents.page_server import PageServer


@pytest.fixture(scope="module")
def page_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PageServer]:
    printed = [block for path in markdown_files() for block in blocks(path) if block.server]
    server = PageServer(tmp_path_factory.mktemp("server"), printed)
    yield server
    server.stop()


@pytest.fixture(scope="session")
def clone_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same folder for all pages, so that Python compiles what they import once."""
    return tmp_path_factory.mktemp("clone")
