"""An outage is as long as two processes have measured it, whatever the store's clock shows."""

import pytest

from domain.judging.outage_evidence import (
    SHORTEST_MS,
    SLACK_MS,
    OutageClaim,
    Reading,
    Sighting,
    confirmed,
    ended_by,
    measured,
)
from domain.table.commands import Outage

HOUR = 3_600_000
BEGAN = 10 * HOUR


def claim(pause: int, **evidence: int) -> OutageClaim:
    """A pause by the store's clock; really, 20 s passed on machine m1."""
    noticed, stamps = Reading("m1", 120_000), {"m1": Sighting(BEGAN, 100_000)}
    return OutageClaim(1, BEGAN, BEGAN + pause, noticed, stamps, evidence)


@pytest.mark.parametrize(
    ("pause", "evidence", "length"),
    [
        (20_000, {"a": 20_000, "b": 20_000}, 20_000),
        (20_000, {"a": 20_000, "b": 9_000}, 9_000),  # as long as two support it
        (20_000, {"a": 20_000, "b": 9_000, "c": 15_000}, 15_000),
        (HOUR, {"a": 20_000, "b": 20_000}, 20_000),
        (20_000, {"a": HOUR, "b": HOUR}, 20_000),  # a paused process measures its own pause
        (HOUR, {"a": 600, "b": 700}, None),  # a jump of the clock
        (SHORTEST_MS - 1, {"a": HOUR, "b": HOUR}, None),
    ],
)
def test_an_outage_is_what_two_processes_support(
    pause: int, evidence: dict[str, int], length: int | None
) -> None:
    expected = None if length is None else Outage(BEGAN, BEGAN + length)
    assert confirmed(claim(pause, **evidence)) == expected


@pytest.mark.parametrize(
    ("pause", "seen", "reading", "ms"),
    [
        (20_000, Sighting(BEGAN, 100_300), Reading("m1", 120_300), 20_000),
        (20_000, Sighting(BEGAN, 100_900), Reading("m2", 120_000), 20_000),  # within the slack
        (HOUR, Sighting(BEGAN, 119_700), Reading("m2", 120_300), 600),
        (HOUR, Sighting(BEGAN - SLACK_MS, 119_700), Reading("m2", 120_300), 600),
        (HOUR, Sighting(BEGAN - SLACK_MS - 1, 0), Reading("m2", 120_300), None),  # did not watch
        (HOUR, Sighting(BEGAN + 1, 0), Reading("m2", 120_300), None),
    ],
)
def test_a_process_measures_by_its_own_steady_clock(
    pause: int, seen: Sighting | None, reading: Reading, ms: int | None
) -> None:
    assert measured(claim(pause), seen, reading, BEGAN + pause) == ms


@pytest.mark.parametrize(
    ("later", "reading", "ms"),
    [
        (5_000, Reading("m1", 125_000), 20_000),
        (5_000, Reading("m2", 125_000), None),  # nobody there has seen the service before
        (5_000, Reading("", 125_000), None),
        (-HOUR, Reading("m1", 180_000), 20_000),  # the clock was set back: by the first to notice
        (-HOUR, Reading("m1", 119_999), None),  # cannot be the same clock
    ],
)
def test_a_process_that_was_started_later_measures_by_the_clock_of_its_machine(
    later: int, reading: Reading, ms: int | None
) -> None:
    assert measured(claim(HOUR), None, reading, BEGAN + HOUR + later) == ms


def test_an_outage_that_ends_in_the_future_is_none() -> None:
    past, future = Outage(BEGAN, BEGAN + 9), Outage(BEGAN, BEGAN + 10)
    assert ended_by(BEGAN + 9, [past, future]) == (past,)
