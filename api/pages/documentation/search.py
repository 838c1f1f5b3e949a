"""The search index: the prose of every section of every page. The browser searches it."""

from functools import cache

from msgspec import json

from api.pages.documentation.pages import address, names, page, title
from api.pages.documentation.rendering import plain_sections


@cache
def search_index() -> bytes:
    """Return a JSON list of `[address, page, heading, text, other words]`."""
    entries = []
    for name in names():
        markdown = page(name)
        for place, heading, text, words in plain_sections(markdown):
            where = f"{address(name)}#{place}" if place else address(name)
            if text or heading:
                entries.append((where, title(markdown), heading, text, words))
    return json.encode(entries)
