"""With the package of a game gone, all but its rules is verified, and the verdict says so."""

from application.play.rules_source import rules_source
from domain.audit.verify import verify
from domain.judging.stored import Stored, lined
from openapi.clients import verify as one_file
from tests.support.histories.bundles import (
    GONE,
    SOURCE,
    bundle_without_rules,
    chained,
    history_bundle,
    of_type,
    recommanded,
    rewritten,
    uninstalled,
)
from tests.support.tables.memory_table import small
from tests.support.tables.party import GAME
from workers.verify import as_text


def gone() -> tuple[str, Stored]:
    table, stored = small()
    return table, uninstalled(table, stored)


def test_the_chain_the_seed_the_header_and_the_draws_are_checked() -> None:
    report = verify(bundle_without_rules(*gone()))
    assert (report.verdict, report.flaw) == ("UNKNOWN_RULES", None)
    assert report.checked == ("form", "hash chain", "seed", "header", "draws")
    assert report.draws > 0
    assert (report.game, report.rules) == (GONE, SOURCE)
    assert "install ludotheque-gone 1.2, and verify again" in report.not_checked[0]


def test_the_report_for_people_says_where_the_rules_are() -> None:
    text = as_text(verify(bundle_without_rules(*gone())))
    assert text.startswith("UNKNOWN_RULES")
    assert f"rules of ludotheque-gone 1.2, hash {SOURCE.hash}" in text
    assert "the rules are not judged" in text


def test_what_is_wrong_without_the_rules_is_a_fail() -> None:
    table, stored = gone()
    content = bundle_without_rules(table, stored)
    drawn = rewritten(table, stored, of_type("table.luck_drawn", _first_draw_is_other))
    committed = rewritten(table, stored, of_type("table.opened", _other_commitment))
    for wrong, check in (
        (content.replace(b'"status":"abandoned"', b'"status":"finished"', 1), "header"),
        (content.replace(SOURCE.hash.encode(), b"b" * 64, 1), "header"),
        (bundle_without_rules(table, drawn), "luck"),
        (bundle_without_rules(table, committed), "seed"),
    ):
        report = verify(wrong)
        assert report.verdict == "FAIL"
        assert report.flaw is not None
        assert report.flaw.check == check


def _first_draw_is_other(data: dict[str, list[dict[str, str]]]) -> None:
    data["draws"][0]["label"] = "die:0:-:2"


def _other_commitment(data: dict[str, str]) -> None:
    data["commitment"] = 64 * "0"


def test_a_verifier_without_any_rules_passes_it() -> None:
    assert one_file.verify(bundle_without_rules(*gone()).decode()).word == "PASS"


def test_hidden_events_of_a_running_table_stay_sealed() -> None:
    """Only the rules know who may see an event, so the server sends none of them."""
    table, stored = gone()
    entries = stored.entries[:-1]
    assert b'"type":"table.closed"' not in lined(entries[-1].events)
    content = bundle_without_rules(table, chained(table, stored, entries))
    assert b'"type":"table.started"' in content
    assert f'"type":"{GONE}.'.encode() not in content


def test_rules_with_another_hash_are_named_as_not_the_same_code() -> None:
    table, stored = small()

    def opened_with(source: object) -> bytes:
        def name_source(data: dict[str, object]) -> None:
            data["rules"] = source

        def in_command(record: dict[str, dict[str, object]]) -> None:
            if record["command"]["type"] == "table.open":
                record["command"]["rules"] = source

        named = rewritten(table, stored, of_type("table.opened", name_source))
        return history_bundle(table, recommanded(table, named, in_command))

    own = verify(opened_with(rules_source(GAME)))
    assert own.verdict == "PASS"
    assert own.rules == rules_source(GAME)
    assert not [each for each in own.not_checked if "the very code" in each]
    other = verify(opened_with(SOURCE))
    assert other.verdict == "PASS"
    assert "the very code of ludotheque-gone 1.2" in other.not_checked[0]
