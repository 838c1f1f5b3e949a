"""Measures outages: one process times claimed pauses and settles what two have confirmed."""

from collections.abc import Iterable
from typing import TypeAlias

from domain.judging.outage_evidence import (
    SLACK_MS,
    OutageClaim,
    Reading,
    Sighting,
    confirmed,
    is_supported,
    measured,
)
from domain.kernel.messages import Value
from domain.table.commands import Outage

PENDING_MS = 5_000  # a claim that is not confirmed by then is dropped


class AddEvidence(Value, frozen=True):
    """Store how long this process measured a claimed pause to be."""

    claim: OutageClaim
    ms: int


class Settle(Value, frozen=True):
    """End a claim: with the outage that it was, or without one."""

    claim: OutageClaim
    outage: Outage | None


Verdict: TypeAlias = AddEvidence | Settle


class Observation(Value, frozen=True):
    """What the store says: its time, and the last heartbeat; None if there was none ever."""

    now: int
    last: int | None


class _Met(Value, frozen=True):
    at: int
    measured: int | None


class OutageMeter:
    """What one process remembers of the heartbeats of one part of the store."""

    def __init__(self, process: str) -> None:
        self._process = process
        self._last: int | None = None
        self._seen: Sighting | None = None
        self._observed = 0  # steady time of the last reply
        self._met: dict[tuple[int, int], _Met] = {}  # a store that lost a claim repeats its number

    def observe(
        self, seen: Observation, claims: Iterable[OutageClaim], asked: int, reading: Reading
    ) -> list[Verdict]:
        """Return what to do about the open claims.

        `asked` is the steady time at which the store was asked, `reading` that of its reply: in
        between, the store may have been away.
        """
        known, verdicts = self._met, []
        self._met = {}
        for claim in claims:
            place = claim.number, claim.ended
            met = known.get(place)
            if met is None:
                met = _Met(reading.ms, measured(claim, self._seen, reading, seen.now))
            self._met[place] = met
            verdict = self._verdict(claim, met, reading.ms)
            if verdict is not None:
                verdicts.append(verdict)
        self._watch(seen, asked)
        self._observed = reading.ms
        return verdicts

    def _verdict(self, claim: OutageClaim, met: _Met, now: int) -> Verdict | None:
        if is_supported(claim):
            return Settle(claim, confirmed(claim))
        if now - met.at > PENDING_MS:
            return Settle(claim, None)
        if met.measured is None or self._process in claim.evidence:
            return None
        return AddEvidence(claim, met.measured)

    def _watch(self, seen: Observation, asked: int) -> None:
        """Remember when a heartbeat was first seen; the first one found may have been long ago."""
        if seen.last == self._last:
            return
        if self._last is not None and seen.last is not None:
            is_set_back = seen.last < self._last
            self._seen = Sighting(
                seen.last, self._sent_at(seen.now - seen.last, asked, is_set_back)
            )
        self._last = seen.last

    def _sent_at(self, age: int, asked: int, is_set_back: bool) -> int:
        """Return the steady time of a heartbeat that is so old by the store's clock.

        If the store was not reached for a while, it may be from the begin of that time. If the
        clock was set back, it may be the one that was seen before.
        """
        steady = asked if asked - self._observed <= SLACK_MS else self._observed
        if is_set_back and self._seen is not None:
            return min(steady, max(self._seen.steady, asked - age))
        return steady
