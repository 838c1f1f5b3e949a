"""Every wrong request gets a sentence that helps, in English and in French, for all its faults."""

import pytest

from tests.golden.slips import Slip, shown, slips
from tests.support.tables.http_table import HttpTable

SLIPS = list(slips())


def test_there_are_at_least_a_hundred_different_slips() -> None:
    assert len({repr(slip[:-1]) for slip in SLIPS}) == len(SLIPS) >= 100


@pytest.mark.parametrize("slip", SLIPS, ids=lambda slip: f"{slip.method} {slip.path} {slip.body}")
def test_a_slip_gets_its_sentences(read_only_table: HttpTable, slip: Slip) -> None:
    host, table = read_only_table.host, read_only_table.id
    answer = slip.send(host, table, "en")
    assert shown(answer, table) == slip.answer
    french = slip.send(host, table, "fr")
    assert french.status_code == answer.status_code
    problem, translated = answer.json(), french.json()
    assert translated["type"] == problem["type"]
    assert translated["detail"] != problem["detail"]
    for error, its in zip(problem.get("errors", ()), translated.get("errors", ()), strict=True):
        assert its.pop("message") != error.pop("message")
        assert its == error
