"""A server that rewrites a history and its whole chain is found out by luck, rules or receipts."""

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from domain.audit.receipts import Receipt
from domain.audit.stored_history import find_flaw
from domain.audit.verify import verify
from domain.fairness.chain import first_head
from domain.judging.stored import Stored, extend
from tests.support.histories.bundles import history_bundle
from tests.support.histories.forged_bundle import Change, of_type, recommanded, rewritten
from tests.support.histories.verifiers import by_one_file, by_rules
from tests.support.tables.memory_table import small
from tests.support.tables.party import GAME


def last_draw(data: Any) -> None:
    draw = data["draws"][-1]
    got = draw["got"]
    draw["got"] = got[::-1] if isinstance(got, list) else (got + 1) % draw["of"]


def first_draw(data: Any) -> None:
    data["draws"][0]["got"] = (data["draws"][0]["got"] + 1) % data["draws"][0]["of"]


def luck(data: Any) -> None:
    if data["seat"] == 1:
        data["luck"] = "c" * 64


def label(data: Any) -> None:
    data["draws"][0]["label"] = "chosen:0:-:1"


def later(event: Any) -> None:
    if event["version"] == 3:
        event["at"] = "2027-01-01T12:00:00.000Z"


def hand(data: Any) -> None:
    data["cards"] = data["cards"][::-1]


def endless(data: Any) -> None:
    data["draws"][0]["of"] = 2**53


CHEATS: dict[str, Change] = {
    "a die": of_type("table.luck_drawn", first_draw),
    "a shuffle": of_type("table.luck_drawn", last_draw),
    "a share of luck": of_type("table.seat_taken", luck),
    "a label": of_type("table.luck_drawn", label),
    "a time": later,
    "a bound": of_type("table.luck_drawn", endless),
}


@pytest.mark.parametrize("cheat", CHEATS)
def test_luck_that_was_chosen_is_found_without_the_rules(cheat: str) -> None:
    table, stored = small()
    forged = history_bundle(table, rewritten(table, stored, CHEATS[cheat]))
    assert by_one_file(forged) is not None
    assert by_rules(forged) is not None


def test_another_seed_than_was_committed_to_is_found() -> None:
    table, stored = small()
    seed = bytes(32)

    def reveal(data: Any) -> None:
        data["seed"] = seed.hex()

    forged = history_bundle(table, rewritten(table, stored, of_type("table.closed", reveal), seed))
    assert "committed to" in str(by_rules(forged))
    assert "commitment" in str(by_one_file(forged))


def test_another_card_is_found_by_the_rules_at_its_version() -> None:
    """The draws are as they were, so only who knows the rules can tell."""
    table, stored = small()
    forged = rewritten(table, stored, of_type(f"{GAME}.hand_dealt", hand))
    report = verify(history_bundle(table, forged))
    assert report.verdict == "FAIL"
    assert report.flaw is not None
    dealt = next(e.version for e in stored.entries if b"hand_dealt" in e.event)
    assert (report.flaw.check, report.flaw.version) == ("rules", dealt)
    assert find_flaw(table, forged) == replace(report.flaw, line=None)
    assert find_flaw(table, forged, quick=True) is None


def test_a_receipt_reveals_every_rewrite() -> None:
    table, stored = small()
    forged = history_bundle(table, rewritten(table, stored, of_type(f"{GAME}.hand_dealt", hand)))
    dealt = next(e.version for e in stored.entries if b"hand_dealt" in e.event)
    kept = [receipt(table, stored, version) for version in (1, dealt - 1, dealt, stored.version)]
    assert verify(history_bundle(table, stored), kept).verdict == "PASS"
    report = verify(forged, kept)
    assert report.flaw is not None
    assert (report.flaw.check, report.flaw.version) == ("receipts", dealt)


def test_a_receipt_for_what_is_no_longer_there_is_evidence_too() -> None:
    table, stored = small()
    report = verify(history_bundle(table, stored), [Receipt(stored.version + 1, "0" * 64)])
    assert report.flaw is not None
    assert report.flaw.check == "receipts"


def receipt(table: str, stored: Stored, version: int) -> Receipt:
    entries = stored.entries[:version]
    return Receipt(version, extend(first_head(table), stored.seed, entries).hex())


def of_clock(record: Any) -> None:
    if record["command"]["type"] == "table.start":
        record["by"] = "clock"


def other_card(record: Any) -> None:
    if record["command"]["type"] == f"{GAME}.play":
        record["command"]["card"] = "R-red-4"


def unknown_command(record: Any) -> None:
    if record["command"]["type"] == f"{GAME}.play":
        record["command"]["type"] = f"{GAME}.cheat"


def by_another(record: Any) -> None:
    if record["command"]["type"] == f"{GAME}.play":
        record["by"] = "a" * 26


@pytest.mark.parametrize(
    ("change", "without_rules"),
    [(of_clock, True), (other_card, False), (unknown_command, False), (by_another, True)],
)
def test_a_command_that_could_not_have_led_there_is_found(
    change: Callable[[Any], None], without_rules: bool
) -> None:
    table, stored = small()
    forged = recommanded(table, stored, change)
    assert (by_one_file(history_bundle(table, forged)) is not None) is without_rules
    report = verify(history_bundle(table, forged))
    assert report.flaw is not None
    assert report.flaw.check == "rules"
    assert find_flaw(table, forged) == replace(report.flaw, line=None)


def test_what_lies_in_the_store_is_doubted_piece_by_piece() -> None:
    table, stored = small()
    first, second, *rest = stored.entries
    head = stored.head
    damaged = {
        "a version twice": Stored(stored.seed, stored.version, head, (first, first, *rest)),
        "two swapped": Stored(stored.seed, stored.version, head, (second, first, *rest)),
        "another seed": Stored(bytes(32), stored.version, head, stored.entries),
        "another head": Stored(stored.seed, stored.version, bytes(32), stored.entries),
        "no command": Stored(
            stored.seed, stored.version, head, (type(first)(1, first.event), second, *rest)
        ),
    }
    assert find_flaw(table, stored) is None
    assert find_flaw("a" * 26, stored) is not None
    for what, cheat in damaged.items():
        assert find_flaw(table, cheat) is not None, what
