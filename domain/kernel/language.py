"""The languages of texts for players."""

from typing import TYPE_CHECKING, Literal, TypeAlias

# A further language is its name here, and a module `words/<language>.py` wherever there is `en.py`.
LANGUAGES: tuple[str, ...] = ("en", "fr")
if TYPE_CHECKING:
    Lang: TypeAlias = str
else:
    Lang = Literal[LANGUAGES]  # what the API accepts
