"""The data files of a game: its components and its numbered rules."""

import hashlib
from functools import cache
from importlib.resources import files
from typing import Literal, TypeVar

from msgspec import json

from domain.kernel.messages import Value

B = TypeVar("B")


class Statement(Value, frozen=True):
    """A part of a rule with one source, in English and in French.

    The source is the rulebook (`seed`), another public source (`found`) or this server (`house`).
    """

    provenance: Literal["seed", "found", "house"]
    en: str
    fr: str


class Rule(Value, frozen=True):
    """A numbered rule. Problems and events cite its id as `rule`."""

    id: str
    statements: tuple[Statement, ...]

    @property
    def text(self) -> str:
        """Return the whole rule in English."""
        return " ".join(statement.en for statement in self.statements)


class Words(Value, frozen=True):
    """A text in English and in French."""

    en: str
    fr: str


class PieceText(Value, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a board writes and draws for one piece, cell or symbol."""

    name: Words
    text: Words | None = None  # what it does
    colour: str | None = None  # a suggestion, as #rrggbb


def read(package: str, name: str) -> bytes:
    """Return the content of a data file of a game."""
    return files(package).joinpath(name).read_bytes()


def components(package: str, box: type[B]) -> B:
    """Return the components of a game as a value of the type `box`."""
    return json.decode(read(package, "components.json"), type=box)


@cache
def fingerprint(package: str) -> str:
    """Return the hash of the components, as recorded in `table.opened`."""
    return hashed(read(package, "components.json"))


def hashed(content: bytes) -> str:
    """Return the hash of JSON, independent of its layout."""
    canonical = json.encode(json.decode(content), order="sorted")
    return hashlib.sha256(canonical).hexdigest()


def texts(package: str) -> dict[str, dict[str, PieceText]]:
    """Return the texts of the components, by kind and id; no rule reads them."""
    return json.decode(read(package, "texts.json"), type=dict[str, dict[str, PieceText]])


def rules(package: str) -> tuple[Rule, ...]:
    """Return the numbered rules of a game."""
    return json.decode(read(package, "rules.json"), type=tuple[Rule, ...])
