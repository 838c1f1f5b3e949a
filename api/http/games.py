"""Keys of games in paths, queries and bodies."""

from api.problems.handlers import ApiProblem
from domain.games import GAMES


def game_key(text: str) -> str:
    """Return the key of a game this server plays; raises 404 `no_such_game`."""
    if text not in GAMES:
        raise ApiProblem(
            "no_such_game", f"There is no game {text!r}. `GET /v1/games` lists them.", "game"
        )
    return text
