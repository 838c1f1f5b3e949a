"""`ludotheque verify` of files: text, JSON and exit codes."""

import gzip
from pathlib import Path

import pytest
from msgspec import json

from domain.audit.verify import Report
from projections.history.bundle import JSON
from tests.support.histories.bundles import chained, history_bundle
from tests.support.histories.verifiers import verify_command
from tests.support.tables.memory_table import bundle, small


@pytest.fixture
def good(tmp_path: Path) -> Path:
    path = tmp_path / "history.ndjson"
    path.write_bytes(bundle())
    return path


def test_a_good_bundle_passes(good: Path) -> None:
    said = verify_command(str(good))
    assert said.exit_code == 0
    assert said.output.startswith(f"PASS  {small()[0]}")
    assert "22 events, 9 commands, 6 draws" in said.output


def test_the_report_can_be_read_by_programs(good: Path) -> None:
    report = json.decode(verify_command(str(good), "--json").output, type=Report)
    table, stored = small()
    assert (report.verdict, report.table, report.head) == ("PASS", table, stored.head.hex())


def test_json_gzip_and_pipes_are_taken_too(tmp_path: Path) -> None:
    (tmp_path / "whole").write_bytes(history_bundle(*small(), JSON))
    (tmp_path / "packed").write_bytes(gzip.compress(bundle()))
    assert verify_command(str(tmp_path / "whole")).exit_code == 0
    assert verify_command(str(tmp_path / "packed")).exit_code == 0
    assert verify_command("-", given=bundle()).exit_code == 0


def test_a_flaw_is_reported_with_its_version(good: Path) -> None:
    good.write_bytes(bundle().replace(b'"piece":null', b'"piece":"red"', 1))
    said = verify_command(str(good))
    assert said.exit_code == 1
    assert said.output.startswith("FAIL")
    assert "chain at version 2, line 3, field leaf: The leaf is not the hash" in said.output
    report = json.decode(verify_command(str(good), "--json").output, type=Report)
    assert report.flaw is not None
    assert (report.verdict, report.flaw.version) == ("FAIL", 2)


@pytest.mark.parametrize("form", ["one", "list", "lines"])
def test_receipts_are_compared(good: Path, tmp_path: Path, form: str) -> None:
    lines = [json.decode(line) for line in bundle().splitlines()]
    told = [line.get("head") for line in lines if "leaf" in line]
    heads = {version: head for version, head in enumerate(told, 1) if head}
    kept = [{"version": n, "head": heads[n], "events": []} for n in sorted(heads)[2:4]]
    content = {
        "one": json.encode(kept[0]),
        "list": json.encode(kept),
        "lines": b"\n".join(json.encode(each) for each in kept) + b"\n",
    }[form]
    (tmp_path / "kept").write_bytes(content)
    words = (str(good), "--receipt", str(tmp_path / "kept"))
    said = verify_command(*words)
    assert said.exit_code == 0
    assert f"{1 if form == 'one' else 2} receipts match" in said.output
    (tmp_path / "kept").write_bytes(content.replace(heads[3].encode(), heads[2].encode()))
    said = verify_command(*words)
    assert said.exit_code == 1
    assert "receipts at version 3, line 4, field head: Your receipt has another head" in said.output
    (tmp_path / "kept").write_bytes(b"nonsense")
    assert "These are not receipts" in verify_command(*words).output


@pytest.mark.parametrize(
    "name",
    [
        "no such file",
        "/",
        "http://[",
        "ftp://x",
        "http://a:b/",
        "http://a b",
    ],
)
def test_what_cannot_be_read_is_a_failure_in_words(name: str) -> None:
    said = verify_command(name)
    assert said.exit_code == 1
    assert said.output.startswith("FAIL")
    assert "form at version 0, line 1, field file: " in said.output


def test_a_table_that_is_still_played_is_neither_passed_nor_failed(tmp_path: Path) -> None:
    table, stored = small()
    running = chained(table, stored, stored.entries[:7])
    (tmp_path / "running").write_bytes(history_bundle(table, running))
    said = verify_command(str(tmp_path / "running"))
    assert said.exit_code == 3
    assert said.output.startswith("UNFINISHED")
    assert "events are sealed" in said.output
