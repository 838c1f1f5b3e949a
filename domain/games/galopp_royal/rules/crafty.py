"""What may be done with the +2/−2."""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import TypeAlias

from msgspec.structs import replace

from domain.games.galopp_royal.commands import Crafty, Push
from domain.games.galopp_royal.components import CraftyMode
from domain.games.galopp_royal.rules.race import still_racing
from domain.games.galopp_royal.rules.seating import clockwise
from domain.games.galopp_royal.state import Court, Track
from domain.kernel.ids import Seat

FORTH, STEP, STAY, BACK = Crafty(2), Crafty(1), Crafty(0), Crafty(-2)  # one's own chair
Split: TypeAlias = tuple[int, ...]  # how far other chairs move, in ascending order
# By mode and by how far one's own chair goes, how others may move (GR-5.1 … GR-5.3, GR-5.7).
SPLITS: dict[CraftyMode, dict[int, tuple[Split, ...]]] = {
    "both": {2: ((), (-2,), (-1, -1)), -2: ((2,), (1, 1))},
    "seed_literal": {
        2: ((),),
        1: ((1,),),
        0: ((2,), (1, 1), (-2,), (-1, -1)),
        -2: ((2,), (1, 1)),
    },
}


def rivals(track: Track, seat: Seat) -> tuple[Seat, ...]:
    """GR-5.5"""
    return tuple(each for each in still_racing(track) if each != seat)


def would_drown(court: Court, track: Track, push: Push) -> bool:
    """GR-5.4"""
    return track.positions[push.seat] + push.by <= court.terms.pond


def uses(court: Court, track: Track, seat: Seat) -> Iterator[Crafty]:
    """GR-5.1 … GR-5.7: every legal use, the plain +2 first."""
    for own, allowed in SPLITS[court.terms.crafty_mode].items():
        for split in allowed:
            for pushes in ways(track, rivals(track, seat), split):
                if not any(would_drown(court, track, push) for push in pushes):
                    yield Crafty(own, pushes)  # type: ignore[arg-type]


def ways(track: Track, targets: Sequence[Seat], split: Split) -> Iterator[tuple[Push, ...]]:
    """GR-5.6: which chairs move so; in either order only where the order can matter."""
    for chosen in combinations(targets, len(split)):
        pushes = tuple(Push(seat, by) for seat, by in zip(chosen, split, strict=True))
        yield pushes
        if len(pushes) > 1 and any(would_finish(track, push) for push in pushes):
            yield pushes[::-1]


def would_finish(track: Track, push: Push) -> bool:
    """GR-4.6"""
    return track.positions[push.seat] + push.by >= track.goal


def moves(seat: Seat, command: Crafty) -> list[tuple[Seat, int]]:
    """GR-5.6: own chair first, then the others as they are listed."""
    own = [(seat, int(command.own))] if command.own else []
    return own + [(push.seat, push.by) for push in command.others]


def out_of_time(court: Court, track: Track, seat: Seat) -> Crafty:
    """GR-11.11: the foremost chair that may be pushed goes back; ties: nearest clockwise."""
    order = [each for each in clockwise(seat, len(track.ranks)) if each in rivals(track, seat)]
    pushes = [push for each in order if not would_drown(court, track, push := Push(each, -2))]
    if not pushes or court.terms.crafty_mode == "seed_literal":
        return FORTH
    return replace(FORTH, others=(max(pushes, key=lambda push: track.positions[push.seat]),))
