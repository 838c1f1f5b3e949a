"""Requests of one turn of the event loop share a page of the list."""

from types import SimpleNamespace
from typing import Any

import pytest

from api.tables.lists import quick_tables
from api.transport.links import PREFIX
from api.transport.turn import Turn

pytestmark = pytest.mark.anyio
HEADERS: Any = SimpleNamespace(has_repeated=False, values={})


def shared(*scopes: dict[str, Any]) -> bool:
    """Return whether requests that get the same replies of the store share their page."""
    query = SimpleNamespace(commands=(), read=lambda _: (1, []))
    store = SimpleNamespace(page_query=lambda *_: query)
    lists: Any = SimpleNamespace(table_list=SimpleNamespace(store=store))
    turn, replies = Turn(SimpleNamespace()), object()  # type: ignore[arg-type]
    asked = [quick_tables(lists, scope, HEADERS) for scope in scopes]
    pages = [turn.shared(each.key, each.then, replies) for each in asked]
    return all(page is pages[0] for page in pages)


async def test_a_page_is_shared_only_if_the_link_to_the_next_one_is_the_same() -> None:
    plain, limited = {"query_string": b"status=open"}, {"query_string": b"status=open&limit=20"}
    assert shared(plain, dict(plain))
    assert not shared(plain, limited)
    assert not shared(plain, {**plain, PREFIX: "/games"})
