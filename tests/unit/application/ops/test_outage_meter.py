"""A process testifies once to what it measured, and settles what two have measured."""

import pytest

from application.ops.outage_meter import PENDING_MS, AddEvidence, Observation, OutageMeter, Settle
from domain.judging.outage_evidence import OutageClaim, Reading
from domain.table.commands import Outage

BEATS = (1_000, 1_500, 21_500)
HOUR = 3_600_000
NOTICED = Reading("other", 0)


def claimed(**evidence: int) -> OutageClaim:
    return OutageClaim(1, BEATS[1], BEATS[2], NOTICED, {}, evidence)


def at(ms: int) -> tuple[int, Reading]:
    """When the store was asked, and a reply without delay."""
    return ms, Reading("m", ms)


def at_beat(last: int) -> Observation:
    """The store just after a beat."""
    return Observation(last, last)


def watching() -> OutageMeter:
    """A process that has seen a beat, and the next one at 50 s of its clock."""
    witness = OutageMeter("me")
    assert witness.observe(at_beat(BEATS[0]), [], *at(49_500)) == []
    assert witness.observe(at_beat(BEATS[1]), [], *at(50_000)) == []
    return witness


def test_a_process_that_saw_both_ends_testifies() -> None:
    claim = claimed()
    assert watching().observe(at_beat(BEATS[2]), [claim], *at(70_000)) == [
        AddEvidence(claim, 20_000)
    ]


def test_what_it_measured_when_it_learned_of_a_claim_stays() -> None:
    witness, claim = watching(), claimed()
    witness.observe(at_beat(BEATS[2]), [claim], *at(70_000))
    later = witness.observe(at_beat(BEATS[2] + 500), [claim], *at(74_000))
    assert later == [AddEvidence(claim, 20_000)]


def test_it_testifies_once_and_settles_with_the_second() -> None:
    witness = watching()
    assert witness.observe(at_beat(BEATS[2]), [claimed(me=20_000)], *at(70_000)) == []
    both = claimed(me=20_000, other=19_000)
    outage = Outage(BEATS[1], BEATS[1] + 19_000)
    assert witness.observe(at_beat(BEATS[2]), [both], *at(70_250)) == [Settle(both, outage)]


def test_a_claim_that_nobody_confirms_is_dropped() -> None:
    witness, claim = OutageMeter("started later"), claimed(other=20_000)
    assert witness.observe(at_beat(BEATS[2]), [claim], *at(70_000)) == []
    assert witness.observe(at_beat(BEATS[2]), [claim], *at(70_000 + PENDING_MS)) == []
    settled = witness.observe(at_beat(BEATS[2]), [claim], *at(70_001 + PENDING_MS))
    assert settled == [Settle(claim, None)]


def test_a_claim_with_the_number_of_one_that_the_store_has_lost_is_another() -> None:
    witness, claim = watching(), claimed()
    witness.observe(at_beat(BEATS[2]), [claim], *at(70_000))
    again = OutageClaim(1, BEATS[1], BEATS[2] + PENDING_MS + 1, NOTICED, {}, {})
    later = at_beat(again.ended)
    assert witness.observe(later, [again], *at(70_001 + PENDING_MS)) != [Settle(again, None)]


@pytest.mark.parametrize(
    ("last", "measured"),
    [
        (6_000, 20_000),  # the beat that it saw 4 s ago
        (9_900, 16_100),  # a new one
        (-HOUR, 20_000),  # the clock has jumped again since: not older than the one that it saw
    ],
)
def test_after_the_clock_was_set_back_a_beat_is_as_old_as_it_was_before(
    last: int, measured: int
) -> None:
    witness = OutageMeter("me")
    witness.observe(at_beat(HOUR), [], *at(49_500))
    for ms in range(0, 4_000, 500):
        witness.observe(Observation(HOUR + ms, HOUR + 1), [], *at(50_000 + ms))
    witness.observe(Observation(10_000, last), [], *at(54_000))
    claim = OutageClaim(1, last, 2 * HOUR, NOTICED, {}, {})
    verdict = AddEvidence(claim, measured)
    assert witness.observe(at_beat(2 * HOUR), [claim], *at(70_000)) == [verdict]


def test_the_first_beat_it_finds_may_be_old_and_is_no_evidence() -> None:
    witness, claim = OutageMeter("started during the pause"), claimed()
    witness.observe(at_beat(BEATS[1]), [], *at(60_000))
    assert witness.observe(at_beat(BEATS[2]), [claim], *at(70_000)) == []


def test_a_beat_that_is_seen_only_after_the_pause_was_sent_before_it() -> None:
    """The store went away while it was asked: the reply shows the last beat, much later."""
    witness, claim = OutageMeter("me"), claimed()
    witness.observe(at_beat(BEATS[0]), [], *at(49_500))
    witness.observe(at_beat(BEATS[1]), [], 50_000, Reading("m", 70_000))
    assert witness.observe(at_beat(BEATS[2]), [claim], *at(70_250)) == [AddEvidence(claim, 20_000)]


def test_a_beat_that_is_seen_by_the_first_answer_after_failures_may_be_as_old_as_the_last() -> None:
    witness, claim = OutageMeter("me"), claimed()
    witness.observe(at_beat(BEATS[0]), [], *at(49_800))
    witness.observe(at_beat(BEATS[1]), [], *at(69_900))  # asked in vain meanwhile
    assert witness.observe(at_beat(BEATS[2]), [claim], *at(70_150)) == [AddEvidence(claim, 20_000)]
