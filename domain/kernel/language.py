"""Texts for players, in English and French."""

from typing import Literal, TypeAlias

Lang: TypeAlias = Literal["en", "fr"]
Both: TypeAlias = tuple[str, str]  # English, French


def in_language(both: Both, lang: Lang) -> str:
    """Return the text in the given language."""
    english, french = both
    return french if lang == "fr" else english
