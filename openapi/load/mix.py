"""Which games are played, by how many, how often; the choice is the tester's or the shelf's."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

WORD = re.compile(r"([A-Za-z0-9_.-]+)(?::([0-9]+))?(?:=([0-9]+(?:\.[0-9]+)?))?")


class BadMix(ValueError):
    """A mix that cannot be read, or that this server cannot play."""


@dataclass(frozen=True)
class Wish:
    """One part of `--mix`: `game`, `game:seats`, `game=weight` or `game:seats=weight`."""

    game: str
    seats: int | None
    weight: float


@dataclass(frozen=True)
class Offer:
    """A kind of table that comes again and again."""

    game: str
    seats: int
    weight: float = 1.0
    options: Mapping[str, Any] = field(default_factory=dict)

    @property
    def name(self) -> str:
        return f"{self.game}:{self.seats}"


def wishes(mix: str) -> list[Wish]:
    return [_wish(word.strip()) for word in mix.split(",") if word.strip()]


def _wish(word: str) -> Wish:
    read = WORD.fullmatch(word)
    if read is None or float(read[3] or 1) <= 0:
        raise BadMix(f"{word!r} is not game:seats=weight, such as some_game:4=2")
    return Wish(read[1], int(read[2]) if read[2] else None, float(read[3] or 1))


def offers(
    wished: Sequence[Wish], shelf: Iterable[Mapping[str, Any]], options: Mapping[str, Any]
) -> list[Offer]:
    """What is wished for, as far as the shelf has it; without a wish one of everything on it.

    Who names no number of seats gets the fewest, which makes for the shortest tables.
    """
    games = {str(game["key"]): game for game in shelf}
    if unknown := sorted({*(wish.game for wish in wished), *options} - set(games)):
        raise BadMix(f"not on the shelf: {', '.join(unknown)}; there are {', '.join(games)}")
    found = wished or [Wish(key, None, 1.0) for key in games]
    made = [_offer(wish, games[wish.game], options.get(wish.game, {})) for wish in found]
    if len({offer.name for offer in made}) < len(made):
        raise BadMix("the mix names the same game and seats twice")
    return made


def _offer(wish: Wish, game: Mapping[str, Any], options: Mapping[str, Any]) -> Offer:
    fewest, most = int(game["fewest_seats"]), int(game["most_seats"])
    seats = fewest if wish.seats is None else wish.seats
    if not fewest <= seats <= most:
        raise BadMix(f"{wish.game} is for {fewest} to {most} seats, not {seats}")
    return Offer(wish.game, seats, wish.weight, options)


def rotation(mix: Sequence[Offer]) -> Iterator[Offer]:
    """For ever, each in proportion to its weight and as evenly spread as can be."""
    credit = dict.fromkeys(range(len(mix)), 0.0)
    total = sum(offer.weight for offer in mix)
    while True:
        for n, offer in enumerate(mix):
            credit[n] += offer.weight
        chosen = max(credit, key=lambda n: credit[n])
        credit[chosen] -= total
        yield mix[chosen]
