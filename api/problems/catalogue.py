"""Every problem this server can return: code, status, title and meaning."""

from api.problems import conflicts, failures, limits, requests
from api.problems.code import Code, code
from domain.games import GAMES


def problem_fields(known: Code, instance: str) -> dict[str, object]:
    """Return a problem whose detail is the meaning of its code."""
    return {
        "type": f"/problems/{known.code}",
        "title": known.title,
        "status": known.status,
        "detail": known.meaning,
        "instance": instance,
    }


GENERAL = (*requests.CODES, *conflicts.CODES, *limits.CODES, *failures.CODES)
_OF_GAMES = tuple(
    code(409, name, meaning) for game in GAMES.values() for name, meaning in game.refusals.items()
)
CODES: dict[str, Code] = {known.code: known for known in (*_OF_GAMES, *GENERAL)}
