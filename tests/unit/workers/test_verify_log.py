"""`ludotheque verify --log` against honest servers and crooked ones: each of these is caught."""

from pathlib import Path
from typing import Any

import pytest

from domain.audit.bundle import parse
from domain.audit.public_log import entries_of
from domain.audit.verify import Report, verify
from domain.log.entries import Closed, Entry, Started, table_name
from domain.log.note import ED25519, Signer
from domain.log.tiles import ENTRIES, encode_bundle, parse_path
from tests.support.bundles import golden
from tests.support.log_server import KEY, URL, WITNESS, LogServer
from workers.verify_log import LogOptions, with_log

GAME, NAME = "asterix", "two_seats_two_rounds"
OTHER = table_name("b" * 26)
NOISE: list[Entry] = [Started(OTHER, 3, b"o" * 32), Closed(OTHER, 9, b"p" * 32, "abandoned")]


@pytest.fixture(scope="module")
def content() -> bytes:
    return golden(GAME, NAME)


@pytest.fixture(scope="module")
def passed(content: bytes) -> Report:
    report = verify(content)
    assert report.verdict == "PASS"
    return report


@pytest.fixture(scope="module")
def own(content: bytes) -> list[Entry]:
    """Return what an honest log has about the table: its start and its end."""
    entries = entries_of(parse(content))
    assert [type(entry) for entry in entries] == [Started, Closed]
    return [*entries]


@pytest.fixture
def honest(tmp_path: Path, own: list[Entry]) -> LogServer:
    server = LogServer(tmp_path / "honest", [NOISE[0], own[0], NOISE[1]])
    server.add(own[1])
    server.proved = 3
    server.add(Started(table_name("c" * 26), 1, bytes(32)))
    return server


@pytest.fixture
def judged(content: bytes, passed: Report) -> Any:
    def judge(server: LogServer, **options: Any) -> Report:
        given = LogOptions(URL, **{"key": str(KEY.verifier), **options})
        return with_log(content, passed, given, server.client())

    return judge


@pytest.fixture
def policy(tmp_path: Path) -> Path:
    path = tmp_path / "policy"
    path.write_text(f"log {KEY.verifier}\nwitness w {WITNESS.verifier}\nquorum w\n")
    return path


def caught(report: Report, *words: str) -> None:
    assert report.verdict == "FAIL"
    assert report.flaw is not None
    assert report.flaw.check == "log"
    assert all(word in report.flaw.why for word in words), report.flaw.why


def test_a_table_in_the_log_passes_and_the_report_says_what_is_not_excluded(
    honest: LogServer, judged: Any
) -> None:
    report = judged(honest)
    assert report.verdict == "PASS"
    assert "public log: the end of the table is entry 3 of example.org/log" in report.checked
    assert any("split log is not excluded" in each for each in report.not_checked)
    assert any("--scan" in each for each in report.not_checked)


def test_a_scan_and_a_witness_leave_less_unsaid(
    honest: LogServer, judged: Any, policy: Path
) -> None:
    honest.cosign()
    report = judged(honest, scan=True, policy=policy)
    assert report.verdict == "PASS"
    assert "public log: cosigned by w at 2023-11-14T22:13:20.000Z" in report.checked
    assert not any("log" in each for each in report.not_checked)


def test_a_key_that_is_the_servers_own_word_is_named(honest: LogServer, judged: Any) -> None:
    assert any("own word" in each for each in judged(honest, key=None).not_checked)


def test_a_table_that_was_dropped_from_the_log_is_caught(
    tmp_path: Path, own: list[Entry], judged: Any
) -> None:
    server = LogServer(tmp_path / "log", [own[0], *NOISE])
    caught(judged(server), "dropped")
    server.proved = 2
    caught(judged(server), "does not have this end")


def test_a_table_that_was_rewritten_after_it_was_logged_is_caught(
    tmp_path: Path, own: list[Entry], judged: Any
) -> None:
    end = own[1]
    assert isinstance(end, Closed)
    server = LogServer(tmp_path / "log", [own[0], end._replace(head=b"r" * 32)])
    server.proved = 1
    caught(judged(server), "does not have this end")


def test_a_second_end_is_caught_by_a_scan(honest: LogServer, own: list[Entry], judged: Any) -> None:
    end = own[1]
    assert isinstance(end, Closed)
    honest.add(end._replace(head=b"s" * 32))
    assert judged(honest).verdict == "PASS"
    caught(judged(honest, scan=True), "denies it", "Entry 5")


def test_a_start_that_is_missing_is_caught_by_a_scan(
    tmp_path: Path, own: list[Entry], judged: Any
) -> None:
    server = LogServer(tmp_path / "log", [own[1]])
    server.proved = 0
    caught(judged(server, scan=True), "started")


def test_a_split_view_is_caught_by_a_policy(
    tmp_path: Path, own: list[Entry], honest: LogServer, judged: Any, policy: Path
) -> None:
    honest.cosign()
    assert judged(honest, policy=policy).verdict == "PASS"
    split = LogServer(tmp_path / "split", [own[0], own[1]])  # signed by the same key
    split.proved = 1
    caught(judged(split, policy=policy), "policy demands")


def test_a_forged_cosignature_is_caught(honest: LogServer, judged: Any, policy: Path) -> None:
    forger = Signer(WITNESS.name, WITNESS.type, b"f" * 32)
    honest.cosign(forger)
    caught(judged(honest, policy=policy), "policy demands")


def test_entries_that_are_not_those_of_the_tree_are_caught_by_a_scan(
    honest: LogServer, judged: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def other(path: str) -> bytes:
        if parse_path(path).level == ENTRIES:
            return encode_bundle([b"\x03" + bytes(64)] * 5)
        return honest.folder.read_tile(parse_path(path))

    monkeypatch.setattr(honest, "_tile", other)
    caught(judged(honest, scan=True), "root")


def test_a_proof_under_a_checkpoint_of_another_branch_is_caught(
    tmp_path: Path, own: list[Entry], honest: LogServer, judged: Any, monkeypatch: Any
) -> None:
    branch = LogServer(tmp_path / "branch", [own[1]])
    branch.proved = 0
    monkeypatch.setattr(honest, "_receipt", branch._receipt)
    caught(judged(honest), "does not begin with")


def test_a_log_of_another_key_is_caught(honest: LogServer, judged: Any, tmp_path: Path) -> None:
    other = Signer(KEY.name, ED25519, b"o" * 32).verifier
    caught(judged(honest, key=str(other)), "not")
    unknown = tmp_path / "unknown"
    unknown.write_text(f"log {other}\nquorum none\n")
    caught(judged(honest, key=None, policy=unknown), "does not know the key")


def test_a_server_that_does_not_answer_is_no_pass(tmp_path: Path, judged: Any) -> None:
    caught(judged(LogServer(tmp_path / "empty")), "dropped")


def test_a_history_that_fails_anyway_is_not_looked_up(content: bytes, honest: LogServer) -> None:
    failed = Report(verdict="FAIL")
    assert with_log(content, failed, LogOptions(URL), honest.client()) is failed
