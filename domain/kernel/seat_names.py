"""Puts the names of players where a sentence names their seats."""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple, cast

from domain.kernel.ids import Seat
from domain.kernel.language import Lang

_NUMBERS = r"\d+(?:(?:, | and | et )\d+)*"
_ENGLISH = re.compile(rf"\b[Ss]eat (\d+)|\b[Ss]eats ({_NUMBERS})")
_FRENCH = re.compile(
    rf"\b(de )?(?:[Ll]a )?\bplace (\d+)|\b(aux |[Ll]es )?places ({_NUMBERS})",
)
_VOWELS = frozenset("AEIOUÀÂÉÈÊËÎÏÔÛaeiouàâéèêëîïôû")


class Mention(NamedTuple):
    """A place of a sentence that names seats."""

    text: str
    seats: tuple[Seat, ...]
    before: str = ""  # a word that changes with the name that follows: `de` or `aux`


def with_names(sentence: str, lang: Lang, names: Sequence[str | None]) -> str:
    """Return a sentence with the names of the seats it mentions; a seat without one stays."""
    parts = _parts(sentence, lang)
    if len(parts) == 1:
        return sentence
    joint = "et" if lang == "fr" else "and"
    return "".join(
        [part if isinstance(part, str) else _named(part, names, joint) for part in parts]
    )


@lru_cache(maxsize=4096)  # the sentences of a game are few, but for the names
def _parts(sentence: str, lang: Lang) -> tuple[str | Mention, ...]:
    """Return a sentence in pieces: texts, and the mentions between them."""
    parts: list[str | Mention] = []
    end = 0
    for found in (_FRENCH if lang == "fr" else _ENGLISH).finditer(sentence):
        parts += [sentence[end : found.start()], _mention(found, lang)]
        end = found.end()
    return (*parts, sentence[end:])


def _mention(found: re.Match[str], lang: Lang) -> Mention:
    of, one, article, several = found.groups() if lang == "fr" else ("", found[1], "", found[2])
    seats = tuple(int(number) for number in re.findall(r"\d+", one or several))
    return Mention(found[0], seats, of or ("aux " if article == "aux " else ""))


def _named(mention: Mention, names: Sequence[str | None], joint: str) -> str:
    known = [names[seat] for seat in mention.seats if seat < len(names)]
    if len(known) < len(mention.seats) or None in known:
        return mention.text
    joined = _joined(cast(list[str], known), joint)
    if mention.before == "de ":
        return f"d'{joined}" if joined[0] in _VOWELS else f"de {joined}"
    return f"à {joined}" if mention.before else joined


def _joined(words: Sequence[str], joint: str) -> str:
    *most, last = words
    return f"{', '.join(most)} {joint} {last}" if most else last
