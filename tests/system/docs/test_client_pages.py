"""The pages for authors of clients and for auditors."""

import re
from pathlib import Path

from tests.support.documents.doc_commands import needs_shell, run_page
from tests.support.servers.serve_process import ServeProcess

pytestmark = needs_shell


def test_the_commands_for_authors_of_clients_work(server: ServeProcess, tmp_path: Path) -> None:
    told = run_page("writing-a-client", server, tmp_path)
    for code in ("decision_moved_on", "idempotency_key_reused", "malformed"):
        assert f"/problems/{code}" in told
    assert '"sealed":"' in told
    assert "event: snapshot" in told
    assert "event: bye" in told
    assert re.search(r"finished after \d+ events", told), told


def test_a_statistics_bot_reads_the_feed_and_goes_on_where_it_was(
    server: ServeProcess, tmp_path: Path
) -> None:
    told = run_page("feed", server, tmp_path)
    assert '"more":' in told
    assert "event: bye" in told
    counts = re.findall(r"^gumball_rally: (\d+) finished$", told, re.M)
    assert len(counts) == 2
    assert int(counts[0]) >= 1
    assert counts[0] == counts[1]  # nothing was counted twice


def test_a_contract_test_runs_twice_in_the_sandbox(tmp_path: Path) -> None:
    """`make serve` allows sandboxes; so does this server."""
    serve = ServeProcess(tmp_path / "var", env={"LUDOTHEQUE_SANDBOX": "on"})
    (folder := tmp_path / "page").mkdir()
    try:
        told = run_page("sandbox", serve.ready(), folder)
    finally:
        serve.kill_all()
    assert re.search(r"the same events twice: \d+", told), told


def test_a_stranger_audits_a_table_with_curl_and_python(
    server: ServeProcess, tmp_path: Path
) -> None:
    told = run_page("audit-a-table", server, tmp_path)
    assert re.search(r"^PASS: \d+ events", told, re.M), told
    assert "not checked: luck: no share was revealed here" in told
    assert re.search(r"^FAIL: line \d+, version \d+, field \S+: ", told, re.M), told
    assert "rejected with exit code 1" in told
    assert "receipt fits" in told


def test_the_commands_for_auditors_work(server: ServeProcess, tmp_path: Path) -> None:
    told = run_page("auditing", server, tmp_path)
    assert told.count("PASS") >= 3
    assert "FAIL" in told
    assert "receipts match" in told
    assert "exit code 3: not finished" in told
    assert "my luck is in it: True" in told
    assert "table.luck_revealed" in told
    assert "/problems/history_rewritten" in told
    assert "0 damaged" in told
