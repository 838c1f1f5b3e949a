"""Whose turn it is on the track, who has which rank, and what it is worth."""

from collections.abc import Sequence
from typing import Literal, TypeAlias

from domain.games.galopp_royal.race_events import Award
from domain.games.galopp_royal.rules.seating import clockwise
from domain.games.galopp_royal.state import Court, Track
from domain.kernel.ids import Seat

Why: TypeAlias = Literal["alone", "decided", "too_long"]


def still_racing(track: Track) -> tuple[Seat, ...]:
    return tuple(seat for seat, rank in enumerate(track.ranks) if rank is None)


def active(court: Court, track: Track) -> Seat:
    """GR-4.1, GR-4.3: the starter, then the next chair still racing; a +2/−2 is used first."""
    if track.roller is None:
        return court.starter
    if track.crafty:
        return track.roller
    ranks, seat = track.ranks, track.roller + 1
    while True:  # somebody is still racing
        seat = seat if seat < len(ranks) else 0
        if ranks[seat] is None:
            return seat
        seat += 1


def has_finished(track: Track, position: int) -> bool:
    """GR-4.6: on the arch or beyond."""
    return position >= track.goal


def has_drowned(court: Court, position: int) -> bool:
    """GR-4.5"""
    return position <= court.terms.pond


def free_ranks(track: Track) -> list[int]:
    """GR-6.1, GR-6.2: finishers take the first of them, the drowned the last."""
    return [rank for rank in range(1, len(track.ranks) + 1) if rank not in track.ranks]


def over(court: Court, track: Track) -> Why | None:
    """GR-6.3, GR-6.6: why a race ends, if it does."""
    if track.ranks.count(None) <= 1:
        return "alone"
    if court.terms.early_stop and is_decided(court, track):
        return "decided"
    return None


def is_decided(court: Court, track: Track) -> bool:
    """GR-6.6: the paid ranks, and the last one if he is still needed."""
    counts = {1, 2, 3} if is_last_race(court) else {1, 2, 3, len(track.ranks)}
    return counts <= {*track.ranks}


def is_last_race(court: Court) -> bool:
    """GR-9.2"""
    return court.race == len(court.terms.goals)


def takes_too_long(court: Court, track: Track) -> bool:
    """GR-4.7"""
    return track.rolls >= court.terms.most_rolls


def stragglers(court: Court, track: Track) -> tuple[Seat, ...]:
    """GR-4.7: chairs still racing, foremost first; ties in turn order from the starter."""
    order = clockwise(court.starter, len(track.ranks))
    racing = [seat for seat in order if track.ranks[seat] is None]
    return tuple(sorted(racing, key=lambda seat: -track.positions[seat]))


def awards(ranks: Sequence[int], prizes: Sequence[int]) -> tuple[Award, ...]:
    """GR-6.4: first rank first."""
    by_rank = sorted(range(len(ranks)), key=ranks.__getitem__)
    return tuple(
        Award(seat, ranks[seat], gold) for seat, gold in zip(by_rank, prizes, strict=False)
    )


def paid(gold: Sequence[int], given: Sequence[Award]) -> tuple[int, ...]:
    won = {award.seat: award.gold for award in given}
    return tuple(purse + won.get(seat, 0) for seat, purse in enumerate(gold))


def last(ranks: Sequence[int]) -> Seat:
    """GR-6.5"""
    return ranks.index(len(ranks))
