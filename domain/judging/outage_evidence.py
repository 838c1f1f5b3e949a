"""Which pauses of the service were outages: only clocks that never jump can confirm one."""

from collections.abc import Iterable, Mapping

from domain.kernel.messages import Value
from domain.table.commands import Outage

SHORTEST_MS = 1_500  # a shorter pause is no outage: a busy process may miss two heartbeats
SLACK_MS = 1_000  # a process sees a heartbeat at most so much later than it was stored
WITNESSES = 2  # processes that must have measured an outage


class Reading(Value, frozen=True):
    """A reading of a steady clock; readings of one machine (since it was booted) are comparable."""

    machine: str  # empty: comparable within this process only
    ms: int


class Sighting(Value, frozen=True):
    """A heartbeat of the service: its time by the store's clock, and by a steady clock."""

    beat: int
    steady: int


class OutageClaim(Value, frozen=True):
    """A pause between two heartbeats by the store's clock, and what processes measured of it."""

    number: int
    began: int  # the last heartbeat before the pause, in ms since 1970
    ended: int  # the first one after it
    noticed: Reading  # the steady clock of the process that sent the first one after it
    stamps: Mapping[str, Sighting]  # by machine: the last heartbeat seen there before the pause
    evidence: Mapping[str, int]  # by process: how long the pause was, in ms


def measured(claim: OutageClaim, seen: Sighting | None, reading: Reading, now: int) -> int | None:
    """Return how much of a claimed pause a process confirms; None if it cannot measure it.

    `seen` is the last heartbeat this process has seen itself before it learned of the claim.
    A process without one, because it was started later, relies on readings of its own machine.
    `now` is the time by the store's clock.
    """
    elapsed = _by_process(claim, seen, reading)
    if elapsed is None:
        elapsed = _by_machine(claim, reading, now)
    if elapsed is None:
        return None
    pause = claim.ended - claim.began
    return pause if pause <= elapsed + SLACK_MS else elapsed


def confirmed(claim: OutageClaim) -> Outage | None:
    """Return the outage as long as two processes support it; None if it was none.

    The outage begins with the pause and never lasts longer than the pause did by the store's clock.
    """
    supported = sorted(claim.evidence.values(), reverse=True)[WITNESSES - 1 : WITNESSES]
    length = min([claim.ended - claim.began, *supported])
    return Outage(claim.began, claim.began + length) if length >= SHORTEST_MS else None


def is_supported(claim: OutageClaim) -> bool:
    """Return whether enough processes have measured the pause to judge the claim."""
    return len(claim.evidence) >= WITNESSES


def ended_by(now: int, outages: Iterable[Outage]) -> tuple[Outage, ...]:
    """Return the outages that have ended: one that ends in the future was made by a wrong clock."""
    return tuple(outage for outage in outages if outage.ended <= now)


def _by_process(claim: OutageClaim, seen: Sighting | None, reading: Reading) -> int | None:
    if seen is None or not _is_last_before(claim, seen):
        return None
    return max(0, reading.ms - seen.steady)


def _by_machine(claim: OutageClaim, reading: Reading, now: int) -> int | None:
    stamp = claim.stamps.get(reading.machine)
    if not reading.machine or stamp is None or not _is_last_before(claim, stamp):
        return None
    if now >= claim.ended:  # the clock was not set back since: it shows how long ago that was
        return max(0, reading.ms - (now - claim.ended) - stamp.steady)
    if claim.noticed.machine != reading.machine or claim.noticed.ms > reading.ms:
        return None
    return max(0, claim.noticed.ms - stamp.steady)


def _is_last_before(claim: OutageClaim, seen: Sighting) -> bool:
    """Return whether this is the heartbeat before the pause, or one of the moment before it."""
    return claim.began - SLACK_MS <= seen.beat <= claim.began
