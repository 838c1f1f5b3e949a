"""`--mix`: the tables of a run as text, or a TOML file that also describes who is around them."""

import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from openapi.load.mix import BadMix, MixEntry, parse_mix

SUFFIX = ".toml"

Share = Annotated[float, Meta(ge=0, le=1)]
Rate = Annotated[float, Meta(ge=0)]


class Crowd(Struct, frozen=True, forbid_unknown_fields=True):
    """Who is at a table beside its players. Rates are requests per second and table."""

    watchers: Annotated[int, Meta(ge=0)] = 0  # open streams per table
    readers: Rate = 0.0  # views of the table, without a token
    replays: Rate = 0.0  # views of an old version
    verifying: Rate = 0.0  # histories that a client reads and verifies
    bots: Share = 0.0  # share of the tables at which bots hold all seats but one


class Players(Struct, frozen=True, forbid_unknown_fields=True):
    """What replaces an option of the command line; null: what the option says."""

    think: Rate | None = None
    sealed: Share | None = None
    seeks: Share | None = None


class MixFile(Struct, frozen=True, forbid_unknown_fields=True):
    tables: dict[str, float] = {}
    players: Players = Players()
    crowd: Crowd = Crowd()


NOBODY = Crowd()


@dataclass(frozen=True)
class Mix:
    """`replaced` are the options of the command line that a file replaces."""

    entries: list[MixEntry]
    crowd: Crowd = NOBODY
    replaced: dict[str, Any] = field(default_factory=dict)


def read_mix(text: str) -> Mix:
    """Return the mix of `game:seats=weight,…` or of a file."""
    if not text.endswith(SUFFIX):
        return Mix(parse_mix(text))
    try:
        file = msgspec.convert(tomllib.loads(Path(text).read_text()), MixFile)
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError, msgspec.MsgspecError) as error:
        raise BadMix(f"{text} is no mix file: {error}") from None
    tables = ",".join(f"{name}={weight}" for name, weight in file.tables.items())
    given = msgspec.structs.asdict(file.players)
    given["lobby"] = given.pop("seeks")
    replaced = {name: value for name, value in given.items() if value is not None}
    return Mix(parse_mix(tables), file.crowd, replaced)
