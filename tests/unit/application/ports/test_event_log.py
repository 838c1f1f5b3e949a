"""A long history is read page by page, complete and in order."""

import pytest

from application.ports import event_log
from application.ports.event_log import in_pages
from domain.judging.stored import Entry
from tests.support.tables.memory_table import MemoryServer

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize("at_once", [1, 4, 500])
async def test_all_of_it_or_its_beginning_in_pages(
    monkeypatch: pytest.MonkeyPatch, at_once: int
) -> None:
    monkeypatch.setattr(event_log, "PAGE_SIZE", at_once)
    server = MemoryServer()
    await server.started()
    whole = list(await server.log.read(server.table))
    for most in (None, 0, 1, 4, 5, len(whole), len(whole) + 9):
        pages = [page async for page in in_pages(server.log, server.table, most)]
        told: list[Entry] = [entry for page in pages for entry in page]
        assert told == whole[:most]
        assert all(0 < len(page) <= at_once for page in pages)
