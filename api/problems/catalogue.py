"""Every problem this server can return: code, status, title and meaning."""

from collections.abc import Iterable

from api.problems import conflicts, failures, limits, requests
from api.problems.code import Code, code
from domain.games import GAMES
from domain.kernel.game import AnyGame
from domain.kernel.refusals import COMMON, CommonRefusal


def problem_fields(known: Code, instance: str, prefix: str = "") -> dict[str, object]:
    """Return a problem whose detail is the meaning of its code."""
    return {
        "type": f"{prefix}/problems/{known.code}",
        "title": known.title,
        "status": known.status,
        "detail": known.meaning,
        "instance": instance,
    }


def own_refusals(games: Iterable[AnyGame]) -> dict[str, str]:
    """Return the meaning of each code; the meaning in each game, if games mean different things."""
    meant: dict[str, dict[str, list[str]]] = {}
    for game in games:
        for name, meaning in game.refusals.items():
            meant.setdefault(name, {}).setdefault(meaning, []).append(game.title.en)
    return {
        name: " ".join(
            meaning if len(meanings) == 1 else f"In {', '.join(titles)}: {meaning}"
            for meaning, titles in meanings.items()
        )
        for name, meanings in meant.items()
    }


GENERAL = (*requests.CODES, *conflicts.CODES, *limits.CODES, *failures.CODES)
TITLES: dict[CommonRefusal, str] = {
    "bad_argument": "Illegal argument",
    "bad_option": "Illegal option",
    "bad_target": "Illegal target",
}
_COMMON = tuple(code(409, name, meaning, TITLES.get(name)) for name, meaning in COMMON.items())
_OF_GAMES = tuple(code(409, *each) for each in own_refusals(GAMES.values()).items())
CODES: dict[str, Code] = {known.code: known for known in (*_OF_GAMES, *_COMMON, *GENERAL)}
