"""What lies in a game's folder as data: its components and its numbered rules."""

import hashlib
from functools import cache
from importlib.resources import files
from typing import Literal, TypeVar

from msgspec import json

from domain.kernel.messages import Value

B = TypeVar("B")


class Rule(Value, frozen=True):
    """One numbered rule of this server; every refusal cites one where a rule is the reason."""

    id: str
    text: str
    provenance: tuple[Literal["seed", "found", "house"], ...]


def read(package: str, name: str) -> bytes:
    return files(package).joinpath(name).read_bytes()


def components(package: str, box: type[B]) -> B:
    """The typed box of a game, decoded once."""
    return json.decode(read(package, "components.json"), type=box)


@cache
def fingerprint(package: str) -> str:
    """Hash of the component data as recorded in `table.opened`."""
    return hashed(read(package, "components.json"))


def hashed(content: bytes) -> str:
    """Hash of JSON, whatever its layout."""
    canonical = json.encode(json.decode(content), order="sorted")
    return hashlib.sha256(canonical).hexdigest()


def rules(package: str) -> tuple[Rule, ...]:
    return json.decode(read(package, "rules.json"), type=tuple[Rule, ...])
