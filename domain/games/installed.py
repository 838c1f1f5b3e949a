"""Games of other packages: the entry points of the group `ludotheque.games`."""

import re
from collections.abc import Iterable, Sequence
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from domain.kernel.data_files import components_of, rules, texts
from domain.kernel.game import AnyGame, Game
from domain.kernel.ids import LANGUAGES, Lang
from domain.kernel.messages import Value
from domain.kernel.words.find import words_of

GROUP = "ludotheque.games"
KEY = re.compile(r"[a-z][a-z0-9_]{0,39}")
RESERVED = frozenset({"table"})  # the types of its events begin so


class InstalledGame(Value, frozen=True):
    """A game of an installed distribution: the edition that new tables get, then older ones."""

    distribution: str
    version: str
    editions: tuple[AnyGame, ...]

    @property
    def key(self) -> str:
        return self.editions[0].key


class NotLoaded(Value, frozen=True):
    """An entry point that is not on the shelf, and why."""

    name: str
    distribution: str
    why: str


class _Unusable(Exception):
    """The object behind an entry point is not a game that can be played."""


def installed(
    taken: Iterable[str], found: Iterable[EntryPoint] | None = None
) -> tuple[tuple[InstalledGame, ...], tuple[NotLoaded, ...]]:
    """Return the games of installed packages, and the entry points that could not be loaded.

    One broken package must not keep the other games off the shelf. `taken` are the keys in use.
    """
    games: dict[str, InstalledGame] = {}
    failed: list[NotLoaded] = []
    keys = set(taken)
    for point in sorted(entry_points(group=GROUP) if found is None else found, key=_origin):
        distribution, version = _origin(point)[1:]
        try:
            game = InstalledGame(distribution, version, _editions(point, keys | set(games)))
        except _Unusable as why:
            failed.append(NotLoaded(point.name, distribution, str(why)))
        except Exception as fault:  # noqa: BLE001 - importing foreign code may raise anything
            why_not = f"It cannot be imported: {fault!r}."
            failed.append(NotLoaded(point.name, distribution, why_not))
        else:
            games[game.key] = game
    return tuple(games.values()), tuple(failed)


def _origin(point: EntryPoint) -> tuple[str, str, str]:
    """Return the name of an entry point, and the distribution it comes from with its version."""
    if point.dist is None:
        return point.name, "unknown", "0"
    return point.name, point.dist.name, point.dist.version


def _editions(point: EntryPoint, taken: set[str]) -> tuple[AnyGame, ...]:
    """Return the editions behind an entry point; raise if one cannot be played here."""
    if point.name in taken or point.name in RESERVED:
        raise _Unusable(f"The key {point.name!r} belongs to another game.")
    loaded: Any = point.load()
    editions = tuple(loaded) if isinstance(loaded, Sequence) else (loaded,)
    if not editions or not all(isinstance(each, Game) for each in editions):
        raise _Unusable(f"{point.value} is neither a Game nor a sequence of them.")
    for game in editions:
        _require_sound(game, point.name)
    return editions


def _require_sound(game: AnyGame, key: str) -> None:
    if game.key != key or not KEY.fullmatch(key):
        raise _Unusable(
            f"The entry point is called {key!r} and the game {game.key!r}; both must be the same"
            " lower-case name."
        )
    names = [str(each.__struct_config__.tag) for each in game.commands]
    names += [event.type for event in game.events]
    if wrong := [name for name in names if not name.startswith(f"{key}.")]:
        raise _Unusable(f"The type {wrong[0]!r} does not begin with '{key}.'.")
    game.options()
    components_of(game.package)
    rules(game.package)
    for lang in LANGUAGES:
        _require_words(game, lang)
    texts(game.package)


def _require_words(game: AnyGame, lang: Lang) -> None:
    try:
        words_of(game.package, lang)
    except (LookupError, ModuleNotFoundError) as why:
        raise _Unusable(f"It has no `words/{lang}.py`: {why}.") from why
