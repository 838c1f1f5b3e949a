"""Games: what they are, their rules, their components; the same as long as the process runs."""

from typing import Any

from litestar import Response, get
from litestar.params import FromPath
from msgspec import json

from api.http.games import game_key
from api.openapi.operation import SAME_GAME, describe, to_each
from domain.games import GAMES
from domain.kernel import box
from domain.kernel.box import Rule
from domain.kernel.game import AnyGame, Title
from domain.kernel.messages import Value


class GameSeen(Value, frozen=True, kw_only=True):
    """A game on the shelf."""

    key: str
    title: Title
    rules_version: str
    components: str  # hash of the component data, as recorded in every table
    fewest_seats: int
    most_seats: int
    clocks: dict[str, int]  # seconds the rules give to each kind of decision
    pieces: tuple[str, ...]  # what `preference` may claim when sitting
    options: Any  # defaults of the options
    options_schema: dict[str, Any]
    commands: tuple[str, ...]
    links: dict[str, str]


class Shelf(Value, frozen=True):
    games: tuple[GameSeen, ...]


class Rules(Value, frozen=True):
    game: str
    rules_version: str
    rules: tuple[Rule, ...]


def game_seen(game: AnyGame) -> GameSeen:
    at = f"/v1/games/{game.key}"
    (schema,), components = json.schema_components([game.options])
    return GameSeen(
        key=game.key,
        title=game.title,
        rules_version=game.rules_version,
        components=box.fingerprint(game.package),
        fewest_seats=game.seats[0],
        most_seats=game.seats[-1],
        clocks=dict(game.clocks),
        pieces=game.pieces,
        options=game.options(),
        options_schema=components.get(game.options.__name__, schema),
        commands=tuple(str(command.__struct_config__.tag) for command in game.commands),
        links={
            "self": at,
            "rules": f"{at}/rules",
            "components": f"{at}/components",
            "leaderboard": f"{at}/leaderboard",
        },
    )


_SHELF = Shelf(tuple(game_seen(game) for game in GAMES.values()))
_GAMES_SEEN = {seen.key: seen for seen in _SHELF.games}
_RULES = {
    game.key: Rules(game.key, game.rules_version, box.rules(game.package))
    for game in GAMES.values()
}
_COMPONENTS = {game.key: box.read(game.package, "components.json") for game in GAMES.values()}


@get(
    "/v1/games",
    operation_id="listGames",
    summary="The shelf of games",
    opt=describe(
        tag="Games",
        answers={200: Shelf},
        problems=(),
        store=False,
        links=to_each({"game": "$response.body#/games/0/key"}, "getGame"),
    ),
)
async def list_games() -> Shelf:
    """Every game this server plays, with its seats, options and links."""
    return _SHELF


@get(
    "/v1/games/{game:str}",
    operation_id="getGame",
    summary="One game",
    opt=describe(
        tag="Games",
        answers={200: GameSeen},
        problems=("no_such_game",),
        store=False,
        links=to_each(SAME_GAME, "getRules", "getComponents", "getLeaderboard"),
    ),
)
async def get_game(game: FromPath[str]) -> GameSeen:
    """Title, seats allowed, options with their defaults and schema, commands and links."""
    return _GAMES_SEEN[game_key(game)]


@get(
    "/v1/games/{game:str}/rules",
    operation_id="getRules",
    summary="The numbered rules of a game",
    opt=describe(tag="Games", answers={200: Rules}, problems=("no_such_game",), store=False),
)
async def get_rules(game: FromPath[str]) -> Rules:
    """The rules this server plays by; refusals and events cite their ids.

    `provenance`: `seed` = the printed rules, `found` = another public source, `house` = ours.
    """
    return _RULES[game_key(game)]


@get(
    "/v1/games/{game:str}/components",
    operation_id="getComponents",
    summary="Everything in the box",
    opt=describe(
        tag="Games", answers={200: dict[str, Any]}, problems=("no_such_game",), store=False
    ),
)
async def get_components(game: FromPath[str]) -> Response[bytes]:
    """Cards, boards and tables of the game as data a client can draw."""
    return Response(_COMPONENTS[game_key(game)], media_type="application/json")


HANDLERS = (list_games, get_game, get_rules, get_components)
