"""Every problem this server can return: code, status, title and meaning, in each language."""

from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files

from msgspec import toml

from api.problems.code import CodeSeen
from api.problems.statuses import STATUSES
from domain.games import GAMES
from domain.kernel.data_files import meanings
from domain.kernel.ids import Lang
from domain.kernel.messages import Value

REFUSED_BY_RULES = "refused_by_rules"
TITLES = {
    "bad_argument": "Illegal argument",
    "bad_option": "Illegal option",
    "bad_target": "Illegal target",
}


def problem_fields(known: CodeSeen, instance: str, prefix: str = "") -> dict[str, object]:
    """Return a problem whose detail is the meaning of its code."""
    return {
        "type": f"{prefix}/problems/{known.code}",
        "title": known.title,
        "status": known.status,
        "detail": known.meaning,
        "instance": instance,
    }


def own_refusals(games: Iterable[tuple[str, Mapping[str, str]]]) -> dict[str, str]:
    """Return the meaning of each code; the meaning in each game, if games mean different things."""
    meant: dict[str, dict[str, list[str]]] = {}
    for title, refusals in games:
        for name, meaning in refusals.items():
            meant.setdefault(name, {}).setdefault(meaning, []).append(title)
    return {
        name: " ".join(
            meaning if len(meanings) == 1 else f"In {', '.join(titles)}: {meaning}"
            for meaning, titles in meanings.items()
        )
        for name, meanings in meant.items()
    }


def _of_games() -> dict[str, CodeSeen]:
    """Return the problems of all games in English."""
    own = own_refusals((game.title.en, game.refusals) for game in GAMES.values())
    return {
        name: CodeSeen(name, 409, TITLES.get(name, name.replace("_", " ").capitalize()), meaning)
        for name, meaning in (own | meanings("domain.kernel")).items()
    }


class Meaning(Value, frozen=True, forbid_unknown_fields=True):
    """The title of a problem, and what it means and what to do."""

    title: str
    meaning: str


@cache
def meanings_in(lang: Lang) -> dict[str, Meaning]:
    """Return what the codes of the server mean in a language, as `words/<lang>/codes.toml` says."""
    text = files(__package__).joinpath("words", lang, "codes.toml").read_bytes()
    return toml.decode(text, type=dict[str, Meaning])


def refused_by_rules(name: str, lang: Lang) -> CodeSeen:
    """Return a problem of a game in a language that does not explain the codes of games."""
    text = meanings_in(lang)[REFUSED_BY_RULES]
    return CodeSeen(name, 409, text.title, text.meaning)


@cache
def codes_in(lang: Lang) -> dict[str, CodeSeen]:
    """Return every problem in a language; games explain their codes in English only."""
    texts = meanings_in(lang)
    games = _of_games()
    if lang != "en":
        games = {name: refused_by_rules(name, lang) for name in games}
    own = {
        name: CodeSeen(name, status, texts[name].title, texts[name].meaning)
        for name, status in STATUSES.items()
    }
    return {**games, **own}


CODES = codes_in("en")
