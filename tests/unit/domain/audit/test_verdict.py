"""A verdict says whose luck was checked, and does not say more than that."""

import asyncio

from domain.audit.verdict import IN_A_FORK, NO_LUCK
from domain.audit.verify import Report, verify
from ludotheque.laws.random_play import EVERY_GAME
from openapi.clients import verify as one_file
from tests.support.cheating.tables import bundle_of
from tests.support.tables.memory_table import finished_in_memory


def luck(report: Report) -> list[str]:
    assert report.verdict == "PASS"
    said = (*report.checked, *report.not_checked)
    return [each for each in said if "luck" in each]


def by_one_file(bundle: bytes) -> list[str]:
    return [each for each in one_file.verify(bundle.decode()).not_checked if "luck" in each]


@EVERY_GAME
def test_the_seats_that_gave_luck_are_named(key: str) -> None:
    bundle = bundle_of(key, "played")
    [said] = luck(verify(bundle))
    assert said.startswith("sealed luck: every draw follows from the shares of seats 0")
    assert by_one_file(bundle) == []


@EVERY_GAME
def test_the_luck_of_a_parent_is_not_that_of_its_fork(key: str) -> None:
    bundle = bundle_of(key, "fork")
    assert b"table.luck_revealed" in bundle
    assert luck(verify(bundle)) == [IN_A_FORK]
    assert len(by_one_file(bundle)) == 1


@EVERY_GAME
def test_where_nothing_was_dealt_nobody_chose_the_luck(key: str) -> None:
    bundle = bundle_of(key, "withheld")
    assert luck(verify(bundle)) == []
    assert by_one_file(bundle) == []


def test_a_table_to_which_nobody_gave_luck_says_so() -> None:
    async def play() -> bytes:
        return await (await finished_in_memory("lazy")).bundle()

    bundle = asyncio.run(play())
    assert luck(verify(bundle)) == [NO_LUCK]
    assert len(by_one_file(bundle)) == 1
