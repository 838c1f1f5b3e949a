"""`ludotheque verify`: files and addresses, words and JSON, and an exit code to be trusted."""

import gzip
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from msgspec import json

from domain.audit.verify import Report
from domain.fairness.chain import extend, first_head
from domain.judging.stored import Stored
from projections.history.bundle import JSON
from tests.support.bundles import told
from tests.support.small_table import bundle, small
from tests.support.terminal import shown
from workers.cli import main


def run(*words: str, given: bytes | None = None) -> Result:
    return CliRunner().invoke(main, ["verify", *words], input=given, prog_name="ludotheque")


@pytest.fixture
def good(tmp_path: Path) -> Path:
    path = tmp_path / "history.ndjson"
    path.write_bytes(bundle())
    return path


def test_a_good_bundle_passes(good: Path) -> None:
    said = run(str(good))
    assert said.exit_code == 0
    assert said.output.startswith(f"PASS  {small()[0]}")
    assert "22 events, 9 commands, 6 draws" in said.output


def test_people_see_a_bar(good: Path) -> None:
    seen = shown("verify", str(good), "--json")
    assert b"Verifying" in seen
    assert b"100%" in seen


def test_the_report_can_be_read_by_programs(good: Path) -> None:
    report = json.decode(run(str(good), "--json").output, type=Report)
    table, stored = small()
    assert (report.verdict, report.table, report.head) == ("PASS", table, stored.head.hex())


def test_json_gzip_and_pipes_are_taken_too(tmp_path: Path) -> None:
    (tmp_path / "whole").write_bytes(told(*small(), JSON))
    (tmp_path / "packed").write_bytes(gzip.compress(bundle()))
    assert run(str(tmp_path / "whole")).exit_code == 0
    assert run(str(tmp_path / "packed")).exit_code == 0
    assert run("-", given=bundle()).exit_code == 0


def test_a_flaw_is_told_with_its_version(good: Path) -> None:
    good.write_bytes(bundle().replace(b"luck of", b"lack of", 1))
    said = run(str(good))
    assert said.exit_code == 1
    assert said.output.startswith("FAIL")
    assert "chain at version 2: The leaf is not the hash" in said.output
    report = json.decode(run(str(good), "--json").output, type=Report)
    assert report.flaw is not None
    assert (report.verdict, report.flaw.version) == ("FAIL", 2)


@pytest.mark.parametrize("form", ["one", "list", "lines"])
def test_receipts_are_compared(good: Path, tmp_path: Path, form: str) -> None:
    lines = [json.decode(line) for line in bundle().splitlines()]
    heads = [line["head"] for line in lines if "leaf" in line]
    kept = [{"version": n, "head": heads[n - 1], "events": []} for n in (3, 22)]
    content = {
        "one": json.encode(kept[0]),
        "list": json.encode(kept),
        "lines": b"\n".join(json.encode(each) for each in kept) + b"\n",
    }[form]
    (tmp_path / "kept").write_bytes(content)
    words = (str(good), "--receipt", str(tmp_path / "kept"))
    said = run(*words)
    assert said.exit_code == 0
    assert f"{1 if form == 'one' else 2} receipts agree" in said.output
    (tmp_path / "kept").write_bytes(content.replace(heads[2].encode(), heads[3].encode()))
    said = run(*words)
    assert said.exit_code == 1
    assert "receipts at version 3: You were told another head" in said.output
    (tmp_path / "kept").write_bytes(b"nonsense")
    assert "These are not receipts" in run(*words).output


@pytest.mark.parametrize(
    "name",
    [
        "no such file",
        "/",
        "http://127.0.0.1:1/x",
        "http://[",
        "ftp://x",
        "http://a:b/",
        "http://a b",
    ],
)
def test_what_cannot_be_read_is_a_failure_in_words(name: str) -> None:
    said = run(name)
    assert said.exit_code == 1
    assert said.output.startswith("FAIL")


class Page(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        self.close_connection = True
        if self.path == "/cut":
            self.send_response(200)
            self.send_header("Transfer-Encoding", "chunked")
            self.end_headers()
            self.wfile.write(b"1000\r\n" + bundle()[:99])
            return
        found = self.path == "/history"
        self.send_response(200 if found else 404)
        self.end_headers()
        if found:
            assert self.headers["Accept"] == "application/x-ndjson"
            self.wfile.write(bundle())

    def log_message(self, *args: object) -> None:
        """In silence."""


@pytest.fixture
def address() -> Iterator[str]:
    with HTTPServer(("127.0.0.1", 0), Page) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


def test_a_bundle_is_fetched_from_its_address(address: str) -> None:
    assert run(f"{address}/history").exit_code == 0
    said = run(f"{address}/cut")
    assert (said.exit_code, said.output[:4]) == (1, "FAIL")
    said = run(f"{address}/nowhere")
    assert said.exit_code == 1
    assert "404" in said.output


def test_a_table_that_is_still_played_is_neither_passed_nor_failed(tmp_path: Path) -> None:
    table, stored = small()
    entries = stored.entries[:14]
    head = extend(first_head(table), stored.seed, 1, (entry.event for entry in entries))
    (tmp_path / "running").write_bytes(told(table, Stored(stored.seed, 14, head, entries)))
    said = run(str(tmp_path / "running"))
    assert said.exit_code == 3
    assert said.output.startswith("UNFINISHED")
    assert "events are sealed" in said.output
