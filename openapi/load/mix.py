"""Which games are played, with how many seats, and how often: from `--mix` or the list of games."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

ENTRY = re.compile(r"([A-Za-z0-9_.-]+)(?::([0-9]+))?(?:=([0-9]+(?:\.[0-9]+)?))?")


class BadMix(ValueError):
    """The mix cannot be parsed, or this server cannot play it."""


@dataclass(frozen=True)
class MixEntry:
    """One part of `--mix`: `game`, `game:seats`, `game=weight` or `game:seats=weight`."""

    game: str
    seats: int | None
    weight: float


@dataclass(frozen=True)
class TableKind:
    """A game with a number of seats and options; tables of a kind are opened again and again."""

    game: str
    seats: int
    weight: float = 1.0
    options: Mapping[str, Any] = field(default_factory=dict)

    @property
    def name(self) -> str:
        return f"{self.game}:{self.seats}"


def parse_mix(mix: str) -> list[MixEntry]:
    return [_entry(part.strip()) for part in mix.split(",") if part.strip()]


def _entry(text: str) -> MixEntry:
    read = ENTRY.fullmatch(text)
    if read is None or float(read[3] or 1) <= 0:
        raise BadMix(f"{text!r} must be game:seats=weight, such as some_game:4=2")
    return MixEntry(read[1], int(read[2]) if read[2] else None, float(read[3] or 1))


def table_kinds(
    mix: Sequence[MixEntry], listed: Iterable[Mapping[str, Any]], options: Mapping[str, Any]
) -> list[TableKind]:
    """Return the kinds of tables in a mix; for an empty mix, one of every listed game.

    The default number of seats is the smallest, which makes the shortest tables.
    """
    games = {str(game["key"]): game for game in listed}
    if unknown := sorted({*(entry.game for entry in mix), *options} - set(games)):
        raise BadMix(f"this server has no {', '.join(unknown)}; it has {', '.join(games)}")
    entries = mix or [MixEntry(key, None, 1.0) for key in games]
    kinds = [_kind(entry, games[entry.game], options.get(entry.game, {})) for entry in entries]
    if len({kind.name for kind in kinds}) < len(kinds):
        raise BadMix("the mix names the same game and seats twice")
    return kinds


def _kind(entry: MixEntry, game: Mapping[str, Any], options: Mapping[str, Any]) -> TableKind:
    fewest, most = int(game["fewest_seats"]), int(game["most_seats"])
    seats = fewest if entry.seats is None else entry.seats
    if not fewest <= seats <= most:
        raise BadMix(f"{entry.game} needs {fewest} to {most} seats, not {seats}")
    return TableKind(entry.game, seats, entry.weight, options)


def rotation(mix: Sequence[TableKind]) -> Iterator[TableKind]:
    """Yield kinds without end, each in proportion to its weight and as evenly as possible."""
    credit = dict.fromkeys(range(len(mix)), 0.0)
    total = sum(kind.weight for kind in mix)
    while True:
        for n, kind in enumerate(mix):
            credit[n] += kind.weight
        chosen = max(credit, key=lambda n: credit[n])
        credit[chosen] -= total
        yield mix[chosen]
