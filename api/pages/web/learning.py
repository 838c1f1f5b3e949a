"""What newcomers read and play on the page: guides and lessons, from the packages of the games.

The addresses are below those of the page, but copies must be confirmed: a package may change
without the page. Lessons are recorded games, so playing one asks nothing more of the server.
"""

from functools import cache

from msgspec import json, to_builtins

from api.http.cached_body import CachedBody
from api.pages.html import HEADERS
from domain.games import GAMES
from domain.kernel import data_files
from domain.kernel.game import AnyGame
from domain.kernel.ids import LANGUAGES
from domain.kernel.lessons import lesson_of, names_of_lessons, record_of
from projections.lesson_frames import encode_lesson


def learning_file(path: str) -> CachedBody | None:
    """Return the file at `learn/…`; None if there is none."""
    return _made(path) if path in _paths() else None


@cache
def _paths() -> frozenset[str]:
    """Return every path, so that only these are kept in memory."""
    texts = {f"learn/{key}/{lang}.md" for key in GAMES for lang in LANGUAGES}
    lessons = {
        f"learn/{game.key}/{name}.json"
        for game in GAMES.values()
        for name in names_of_lessons(game.package)
    }
    return frozenset({"learn/about.json"} | texts | lessons)


@cache
def _made(path: str) -> CachedBody:
    """Make a file at its first request."""
    *_, key, file = path.split("/")
    name, _, kind = file.partition(".")
    if name == "about":
        return CachedBody(json.encode({game.key: _about(game) for game in GAMES.values()}))
    game = GAMES[key]
    if kind == "md":
        return CachedBody(
            data_files.guide_text(game.package, name).encode(), "text/markdown", HEADERS
        )
    lesson, record = lesson_of(game.package, name), record_of(game.package, name)
    return CachedBody(encode_lesson(game, lesson, record))


def _about(game: AnyGame) -> object:
    """Return what the shelf says about a game, and its lessons; None without a guide."""
    found = data_files.about_game(game.package)
    names = names_of_lessons(game.package)
    lessons = [{"name": name, "title": lesson_of(game.package, name).title} for name in names]
    return found and {**to_builtins(found), "lessons": lessons}
