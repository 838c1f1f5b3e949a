"""Puts the names of players where a sentence names their seats."""

import re
from collections.abc import Sequence

from domain.kernel.language import Lang

_NUMBERS = r"\d+(?:(?:, | and | et )\d+)*"
_ENGLISH = re.compile(rf"\b[Ss]eat (\d+)|\b[Ss]eats ({_NUMBERS})")
_FRENCH = re.compile(
    rf"\b(de )?(?:[Ll]a )?\bplace (\d+)|\b(aux |[Ll]es )?places ({_NUMBERS})",
)
_VOWELS = frozenset("AEIOUÀÂÉÈÊËÎÏÔÛaeiouàâéèêëîïôû")


def with_names(sentence: str, lang: Lang, names: Sequence[str | None]) -> str:
    """Return a sentence with the names of the seats it mentions; a seat without one stays."""
    if lang == "fr":
        return _FRENCH.sub(lambda found: _french(found, names), sentence)
    return _ENGLISH.sub(lambda found: _english(found, names), sentence)


def distinct(names: Sequence[str | None]) -> tuple[str | None, ...]:
    """Return the names by seat; equal ones are followed by the number of their seat."""
    return tuple(
        f"{name} ({seat})" if name is not None and names.count(name) > 1 else name
        for seat, name in enumerate(names)
    )


def _english(found: re.Match[str], names: Sequence[str | None]) -> str:
    called = _called(found[1] or found[2], names)
    return found[0] if called is None else _joined(called, "and")


def _french(found: re.Match[str], names: Sequence[str | None]) -> str:
    of, one, article, several = found.groups()
    called = _called(one or several, names)
    if called is None:
        return found[0]
    joined = _joined(called, "et")
    if of:
        return f"d'{joined}" if joined[0] in _VOWELS else f"de {joined}"
    return f"à {joined}" if article == "aux " else joined


def _called(numbers: str, names: Sequence[str | None]) -> list[str] | None:
    """Return the names of these seats; None unless each of them has one."""
    seats = [int(number) for number in re.findall(r"\d+", numbers)]
    called = [names[seat] for seat in seats if seat < len(names)]
    known = [name for name in called if name is not None]
    return known if len(known) == len(seats) else None


def _joined(words: Sequence[str], joint: str) -> str:
    *most, last = words
    return f"{', '.join(most)} {joint} {last}" if most else last
