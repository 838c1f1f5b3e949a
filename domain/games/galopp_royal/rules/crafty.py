"""What may be done with the +2/−2."""

from collections.abc import Iterator
from itertools import permutations

from msgspec.structs import replace

from domain.games.galopp_royal.commands import Crafty, Push
from domain.games.galopp_royal.rules.race import still_racing
from domain.games.galopp_royal.rules.seating import clockwise
from domain.games.galopp_royal.state import Court, Track
from domain.kernel.ids import Seat

FORTH, STAY, BACK = Crafty(2), Crafty(0), Crafty(-2)  # one's own chair
SPLITS: tuple[list[int], ...] = ([], [2], [1, 1])  # nobody, one other chair, two of them


def rivals(track: Track, seat: Seat) -> tuple[Seat, ...]:
    """GR-5.5"""
    return tuple(each for each in still_racing(track) if each != seat)


def would_drown(court: Court, track: Track, push: Push) -> bool:
    """GR-5.4"""
    return track.positions[push.seat] - push.by <= court.terms.pond


def uses(court: Court, track: Track, seat: Seat) -> Iterator[Crafty]:
    """GR-5.1 … GR-5.7: every legal use, the plain +2 first."""
    ways = list(splits(rivals(track, seat)))
    backward = [way for way in ways if not any(would_drown(court, track, push) for push in way)]
    literal = court.terms.crafty_mode == "seed_literal"
    yield FORTH
    yield from (replace(STAY if literal else FORTH, others=way) for way in backward)
    yield from (replace(BACK, others=way) for way in ways)


def splits(targets: tuple[Seat, ...]) -> Iterator[tuple[Push, ...]]:
    """GR-5.1: one other chair by 2, or two of them by 1 each, in either order (GR-5.6)."""
    yield from ((Push(seat, 2),) for seat in targets)
    yield from ((Push(one, 1), Push(other, 1)) for one, other in permutations(targets, 2))


def moves(seat: Seat, command: Crafty) -> list[tuple[Seat, int]]:
    """GR-5.6: own chair first, then the others as they are listed, the opposite way."""
    direction = 1 if command.own < 0 else -1
    own = [(seat, command.own)] if command.own else []
    return own + [(push.seat, direction * push.by) for push in command.others]


def out_of_time(court: Court, track: Track, seat: Seat) -> Crafty:
    """GR-11.11: the foremost chair that may be pushed goes back; ties: nearest clockwise."""
    order = [each for each in clockwise(seat, len(track.ranks)) if each in rivals(track, seat)]
    pushes = [push for each in order if not would_drown(court, track, push := Push(each, 2))]
    if not pushes or court.terms.crafty_mode == "seed_literal":
        return FORTH
    return replace(FORTH, others=(max(pushes, key=lambda push: track.positions[push.seat]),))
