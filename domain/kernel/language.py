"""Everything that is told to people is told in English and in French."""

from typing import Literal, TypeAlias

Lang: TypeAlias = Literal["en", "fr"]
Both: TypeAlias = tuple[str, str]  # English, French


def in_language(both: Both, lang: Lang) -> str:
    english, french = both
    return french if lang == "fr" else english
