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
from domain.kernel.ids import MOST_SEATS, Seat

FORTH, STEP, STAY, BACK = Crafty(2), Crafty(1), Crafty(0), Crafty(-2)  # one's own chair
Split: TypeAlias = tuple[int, ...]  # how far other chairs move, in ascending order
# By mode and by how far one's own chair goes, how others may move (GR-5.1 … GR-5.3, GR-5.7).
LITERAL: dict[int, tuple[Split, ...]] = {
    2: ((),),
    1: ((1,),),
    0: ((2,), (1, 1), (-2,), (-1, -1)),
    -2: ((2,), (1, 1)),
}
SPLITS: dict[CraftyMode, dict[int, tuple[Split, ...]]] = {
    "both": {2: ((), (-2,), (-1, -1)), -2: ((2,), (1, 1))},
    "seed_literal": LITERAL,
    "seed_literal_own_back": {**LITERAL, -1: ((-1, 2), (-1, 1, 1))},
}

PUSHES = {by: tuple(Push(seat, by) for seat in range(MOST_SEATS)) for by in (-2, -1, 1, 2)}


def rivals(track: Track, seat: Seat) -> tuple[Seat, ...]:
    """GR-5.5"""
    return tuple([each for each in still_racing(track) if each != seat])


def would_drown(court: Court, track: Track, push: Push) -> bool:
    """GR-5.4"""
    return track.positions[push.seat] + push.by <= court.terms.pond


def uses(court: Court, track: Track, seat: Seat) -> Iterator[Crafty]:
    """GR-5.1 … GR-5.7: every legal use, the plain +2 first."""
    targets = rivals(track, seat)
    for own, allowed in SPLITS[court.terms.crafty_mode].items():
        for split in allowed:
            for pushes in ways(court, track, targets, split):
                yield Crafty(own, pushes)  # type: ignore[arg-type]


def ways(
    court: Court, track: Track, targets: Sequence[Seat], split: Split
) -> Iterator[tuple[Push, ...]]:
    """GR-5.6: which chairs may move so; in either order only where the order can matter."""
    if not split:
        yield ()
        return
    by, alike = split[0], split.count(split[0])
    dry = [push for each in targets if not would_drown(court, track, push := PUSHES[by][each])]
    finishing = {push for push in dry if would_finish(track, push)}
    for pushes in combinations(dry, alike):
        both = finishing and alike > 1 and not finishing.isdisjoint(pushes)
        left = [each for each in targets if PUSHES[by][each] not in pushes]
        for order in (pushes, pushes[::-1]) if both else (pushes,):
            for others in ways(court, track, left, split[alike:]):
                yield (*order, *others)


def would_finish(track: Track, push: Push) -> bool:
    """GR-4.6"""
    return track.positions[push.seat] + push.by >= track.goal


def moves(seat: Seat, command: Crafty) -> list[tuple[Seat, int]]:
    """GR-5.6: own chair first, then the others as they are listed."""
    own = [(seat, int(command.own))] if command.own else []
    return own + [(push.seat, push.by) for push in command.others]


def out_of_time(court: Court, track: Track, seat: Seat) -> Crafty:
    """GR-11.11: the foremost chair that may be pushed goes back; ties: nearest clockwise."""
    racing = rivals(track, seat)
    order = [each for each in clockwise(seat, len(track.ranks)) if each in racing]
    pushes = [push for each in order if not would_drown(court, track, push := PUSHES[-2][each])]
    if not pushes or court.terms.crafty_mode != "both":
        return FORTH
    return replace(FORTH, others=(max(pushes, key=lambda push: track.positions[push.seat]),))
