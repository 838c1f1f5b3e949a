"""A server that rewrites a history and its whole chain is found out by luck, rules or receipts."""

from typing import Any

from msgspec.structs import replace

from domain.audit.stored_history import find_flaw
from domain.audit.verify import Receipt, verify
from domain.fairness.chain import first_head
from domain.judging.stored import Stored, extend, lined
from tests.support.histories.bundles import history_bundle, of_type, rewritten
from tests.support.tables.memory_table import small
from tests.support.tables.party import GAME


def hand(data: Any) -> None:
    data["cards"] = data["cards"][::-1]


def test_another_card_is_found_by_the_rules_at_its_version() -> None:
    """The draws are as they were, so only who knows the rules can tell."""
    table, stored = small()
    forged = rewritten(table, stored, of_type(f"{GAME}.hand_dealt", hand))
    report = verify(history_bundle(table, forged))
    assert report.verdict == "FAIL"
    assert report.flaw is not None
    dealt = next(n for n, event in enumerate(stored.events, 1) if b"hand_dealt" in event)
    assert (report.flaw.check, report.flaw.version) == ("rules", dealt)
    assert find_flaw(table, forged) == replace(report.flaw, line=None)
    assert find_flaw(table, forged, quick=True) is None


def test_a_receipt_reveals_every_rewrite() -> None:
    table, stored = small()
    forged = history_bundle(table, rewritten(table, stored, of_type(f"{GAME}.hand_dealt", hand)))
    dealt = next(e for e in stored.entries if b"hand_dealt" in lined(e.events))
    ends = (1, dealt.first - 1, dealt.last, stored.version)
    kept = [receipt(table, stored, version) for version in ends]
    assert verify(history_bundle(table, stored), kept).verdict == "PASS"
    report = verify(forged, kept)
    assert report.flaw is not None
    assert (report.flaw.check, report.flaw.version) == ("receipts", dealt.last)


def test_a_receipt_for_what_is_no_longer_there_is_evidence_too() -> None:
    table, stored = small()
    report = verify(history_bundle(table, stored), [Receipt(stored.version + 1, "0" * 64)])
    assert report.flaw is not None
    assert report.flaw.check == "receipts"


def receipt(table: str, stored: Stored, version: int) -> Receipt:
    entries = (entry for entry in stored.entries if entry.last <= version)
    return Receipt(version, extend(first_head(table), stored.seed, entries).hex())


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
            stored.seed, stored.version, head, (replace(first, record=None), second, *rest)
        ),
    }
    assert find_flaw(table, stored) is None
    assert find_flaw("a" * 26, stored) is not None
    for what, cheat in damaged.items():
        assert find_flaw(table, cheat) is not None, what
