"""Requests of one turn of the event loop share a page of the list."""

from types import SimpleNamespace
from typing import Any

from api.tables.lists import quick_tables
from api.transport.links import PREFIX

HEADERS: Any = SimpleNamespace(has_repeated=False, values={})


def shared(*scopes: dict[str, Any]) -> bool:
    """Return whether requests that get the same replies of the store share their page."""
    query = SimpleNamespace(commands=(), read=lambda _: (1, []))
    store = SimpleNamespace(page_query=lambda *_: query)
    services: Any = SimpleNamespace(table_list=SimpleNamespace(store=store, last_page=None))
    replies = object()
    pages = [quick_tables(services, scope, HEADERS).then(replies) for scope in scopes]
    return all(page is pages[0] for page in pages)


def test_a_page_is_shared_only_if_the_link_to_the_next_one_is_the_same() -> None:
    plain, limited = {"query_string": b"status=open"}, {"query_string": b"status=open&limit=20"}
    assert shared(plain, dict(plain))
    assert not shared(plain, limited)
    assert not shared(plain, {**plain, PREFIX: "/games"})
