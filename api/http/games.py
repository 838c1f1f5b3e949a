"""Keys of games in paths, queries and bodies."""

from api.problems.handlers import ApiProblem
from api.problems.refusals import UnknownGame
from domain.games import GAMES


def game_key(text: str) -> str:
    """Return the key of a game this server plays; raises 404 `no_such_game`."""
    if text not in GAMES:
        raise ApiProblem(UnknownGame(text), "game")
    return text
