"""A verdict lists what was not checked, so that a PASS is not taken for more than was done."""

import pytest

from domain.audit.verify import Receipt, verify
from domain.games import GAMES
from openapi.clients import verify as one_file
from tests.support.cheating.tables import bundle_of

ALWAYS = ("times", "log")
ALWAYS_ALONE = ("rules of the game", "moves that bots chose", "times", "another history")
# What is listed further, by the kind of table: words of `ludotheque verify`, of the one file.
LISTED = {
    "played": (("outcome", "2 moved deadlines"), ("outcome", "2 moved deadlines")),
    "fork": (("outcome", "who chose the luck"), ("outcome", "choose the seed")),
    "withheld": (("withheld",), ("withheld",)),
    "finished": ((), ()),
}


def lacks(listed: tuple[str, ...], words: tuple[str, ...]) -> list[str]:
    return [each for each in words if not any(each in line for line in listed)]


@pytest.mark.parametrize("kind", LISTED)
@pytest.mark.parametrize("game", GAMES)
def test_a_pass_lists_what_was_not_checked(game: str, kind: str) -> None:
    content = bundle_of(game, kind)
    with_rules, alone = LISTED[kind]
    report = verify(content)
    assert report.verdict == "PASS"
    assert lacks(report.not_checked, (*with_rules, *ALWAYS, "no receipt")) == []
    assert lacks(one_file.verify(content.decode()).not_checked, (*alone, *ALWAYS_ALONE)) == []


@pytest.mark.parametrize("game", GAMES)
def test_what_was_checked_is_not_listed(game: str) -> None:
    """At a finished table with sealed luck nothing is left but times, receipts and the log."""
    report = verify(bundle_of(game, "finished"))
    assert len(report.not_checked) == len(ALWAYS) + 1
    assert "draws" in report.checked
    kept = [Receipt(report.events, report.head or "")]
    with_receipt = verify(bundle_of(game, "finished"), kept)
    assert lacks(with_receipt.not_checked, ("no receipt",)) == ["no receipt"]
    assert "receipts" in with_receipt.checked


def test_a_failure_claims_nothing() -> None:
    sound = bundle_of("gumball_rally", "finished")
    report = verify(sound.replace(b'"status":"finished"', b'"status":"abandoned"', 1))
    assert (report.verdict, report.checked) == ("FAIL", ())
