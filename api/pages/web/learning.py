"""What newcomers read on the page: the guides of the games, from their packages.

The addresses are below those of the page, but copies must be confirmed: a package may change
without the page.
"""

from functools import cache

from msgspec import json

from api.http.constant import Constant
from api.pages.html import HEADERS
from domain.games import GAMES
from domain.kernel import guide
from domain.kernel.language import LANGUAGES


@cache
def guides() -> dict[str, Constant]:
    """Return the guide to each game in each language, and what the shelf says about them all."""
    found = {"learn/about.json": Constant(_about())}
    for game in GAMES.values():
        for lang in LANGUAGES:
            text = guide.text(game.package, lang).encode()
            found[f"learn/{game.key}/{lang}.md"] = Constant(text, "text/markdown", HEADERS)
    return found


def _about() -> bytes:
    return json.encode({game.key: guide.about(game.package) for game in GAMES.values()})
