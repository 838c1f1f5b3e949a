"""Games: their properties, rules and components; constant while the process runs."""

from functools import cache
from typing import Any

from litestar.params import FromPath
from msgspec import json

from api.http.cached_body import Cached, CachedBody, quickly
from api.http.injection import AnyRequest
from api.http.operation import SAME_GAME, get, to_each
from api.http.params import IfNoneMatch, game_key
from api.transport.links import prefix_of
from domain.games import GAMES
from domain.kernel import data_files
from domain.kernel.data_files import PieceText, Preset, Rule
from domain.kernel.game import AnyGame, Title
from domain.kernel.messages import Value


class GameSeen(Value, frozen=True, kw_only=True):
    """A game of this server: its seats, options, commands and links."""

    key: str
    """Names the game in paths and in `game`."""
    title: Title
    """The title in English and French."""
    rules_version: str
    """The edition of the rules."""
    components: str  # hash of the component data, as recorded in every table
    """The hash of the component data."""
    fewest_seats: int
    """How many players the game needs at least."""
    most_seats: int
    """How many players the game allows at most."""
    clocks: dict[str, int]  # seconds the rules give to each kind of decision
    """Seconds that the rules give to each kind of decision."""
    pieces: tuple[str, ...]  # what `preference` may claim when sitting
    """What `preference` may claim."""
    options: Any  # defaults of the options
    """The options with their defaults."""
    options_schema: dict[str, Any]
    """The JSON schema of the options."""
    option_texts: dict[str, PieceText]  # in English and French
    """What to write for each option: its name, and what it changes."""
    presets: tuple[Preset, ...]
    """Tables to begin with, shortest first."""
    commands: tuple[str, ...]
    """The types of the commands of this game."""
    links: dict[str, str]
    """Paths of related resources."""


class GamePage(Value, frozen=True):
    """Every game of this server."""

    games: tuple[GameSeen, ...]
    """The games of this server."""


class RulesSeen(Value, frozen=True):
    """The numbered rules of a game, and the edition they belong to."""

    game: str
    """The key of the game."""
    rules_version: str
    """The edition of the rules."""
    rules: tuple[Rule, ...]
    """The numbered rules, in the order of the rule book."""


def game_seen(game: AnyGame, prefix: str = "") -> GameSeen:
    at = f"{prefix}/v1/games/{game.key}"
    (schema,), components = json.schema_components([game.options])
    return GameSeen(
        key=game.key,
        title=game.title,
        rules_version=game.rules_version,
        components=data_files.components_hash(game.package),
        fewest_seats=game.seats[0],
        most_seats=game.seats[-1],
        clocks=dict(game.clocks),
        pieces=game.pieces,
        options=game.options(),
        options_schema=components.get(game.options.__name__, schema),
        option_texts=data_files.texts(game.package).get("options", {}),
        presets=() if (found := data_files.about_game(game.package)) is None else found.presets,
        commands=tuple(str(command.__struct_config__.tag) for command in game.commands),
        links={
            "self": at,
            "rules": f"{at}/rules",
            "components": f"{at}/components",
            "leaderboard": f"{at}/leaderboard",
        },
    )


def _components(package: str) -> bytes:
    """Return the components of a game, with texts for boards under `texts`."""
    data = json.decode(data_files.read(package, "components.json"))
    return json.encode({**data, "texts": data_files.texts(package)})


@cache
def _list(prefix: str) -> CachedBody:
    return CachedBody(json.encode(GamePage(tuple(game_seen(g, prefix) for g in GAMES.values()))))


@cache
def _game(prefix: str, key: str) -> CachedBody:
    return CachedBody(json.encode(game_seen(GAMES[game_key(key)], prefix)))


def _rules(prefix: str, key: str) -> CachedBody:
    return _RULES[game_key(key)]


def _pieces(prefix: str, key: str) -> CachedBody:
    return _COMPONENTS[game_key(key)]


_RULES = {
    game.key: CachedBody(
        json.encode(RulesSeen(game.key, game.rules_version, data_files.rules(game.package)))
    )
    for game in GAMES.values()
}
_COMPONENTS = {game.key: CachedBody(_components(game.package)) for game in GAMES.values()}


@get(
    "/v1/games",
    "List games",
    {
        200: "Every game of this server.",
        304: "The list of games has not changed since you got this `ETag`.",
    },
    quick=quickly(_list),
    links=to_each({"game": "$response.body#/games/0/key"}, "getGame"),
)
async def list_games(request: AnyRequest, if_none_match: IfNoneMatch = None) -> Cached[GamePage]:
    """Returns every game of this server with its seats, options, commands and links.

    No token is needed.
    """
    return await _list(prefix_of(request.scope)).response(request)


@get(
    "/v1/games/{game:str}",
    "Get a game",
    {200: "The game.", 304: "The game has not changed since you got this `ETag`."},
    quick=quickly(_game),
    links=to_each(SAME_GAME, "getRules", "getComponents", "getLeaderboard"),
)
async def get_game(
    request: AnyRequest, game: FromPath[str], if_none_match: IfNoneMatch = None
) -> Cached[GameSeen]:
    """Returns the title, the possible numbers of seats, the options, the commands and the links.

    `options` has the default of every option, `options_schema` the possible values. No token is
    needed.
    """
    return await _game(prefix_of(request.scope), game).response(request)


@get(
    "/v1/games/{game:str}/rules",
    "Get the rules of a game",
    {
        200: "The rules, each with its id, text and source.",
        304: "The rules have not changed since you got this `ETag`.",
    },
    quick=quickly(_rules),
)
async def get_rules(
    request: AnyRequest, game: FromPath[str], if_none_match: IfNoneMatch = None
) -> Cached[RulesSeen]:
    """Returns the numbered rules of a game. Problems and events cite their ids as `rule`.

    `provenance` is the source of a rule: `seed` for the printed rules, `found` for another public
    source, `house` for a rule of this server. No token is needed.
    """
    return await _rules("", game).response(request)


@get(
    "/v1/games/{game:str}/components",
    "Get the components of a game",
    {
        200: "The components; their form differs from game to game.",
        304: "The components have not changed since you got this `ETag`.",
    },
    quick=quickly(_pieces),
)
async def get_components(
    request: AnyRequest, game: FromPath[str], if_none_match: IfNoneMatch = None
) -> Cached[dict[str, Any]]:
    """Returns the cards, boards and tables of the game as data from which a client can draw them.

    `texts` has a name in English and French for every piece, cell and symbol, by kind and id; some
    have a text about their effect, and a colour. `options` and `option_values` name the options of
    the game and their choices. It is not part of the hash in `components` of a game. No token is
    needed.
    """
    return await _pieces("", game).response(request)
