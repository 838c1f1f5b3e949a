"""The languages of texts for players."""

from typing import TYPE_CHECKING, Literal, TypeAlias

# A further language is its name here, and `words/<language>.py` in kernel, table and every game.
LANGUAGES: tuple[str, ...] = ("en", "fr")
if TYPE_CHECKING:
    Lang: TypeAlias = str
else:
    Lang = Literal[LANGUAGES]  # what the API accepts
Both: TypeAlias = tuple[str, str]  # English, French: of games that have no `words` yet


def in_language(both: Both, lang: Lang) -> str:
    """Return the text in the given language."""
    english, french = both
    return french if lang == "fr" else english
