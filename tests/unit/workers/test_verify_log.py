"""`ludotheque verify --log` against honest servers and crooked ones: each of these is caught."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from domain.audit.bundle import parse
from domain.audit.public_log import entries_of
from domain.audit.verify import Report, verify
from domain.log.checkpoint import Checkpoint
from domain.log.entries import Closed, Continues, Entry, Started, table_name
from domain.log.note import ED25519, Signer
from domain.log.tiles import ENTRIES, encode_bundle, parse_path
from domain.table.commands import LogKeys, OpenTable
from tests.support.histories.bundles import golden
from tests.support.histories.log_server import KEY, URL, WITNESS, LogServer
from tests.support.tables.memory_table import MemoryTable
from workers.verify_log import OWN_WORD, LogOptions, with_log

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
    assert report.flaw.line
    assert report.flaw.field


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


def test_a_checkpoint_that_is_too_new_to_be_cosigned_is_no_failure(
    honest: LogServer, judged: Any, policy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    honest.cosign()
    answers = {honest.proved: honest._receipt(honest.proved), None: honest._receipt(None)}
    monkeypatch.setattr(honest, "_receipt", answers.__getitem__)
    honest.add(NOISE[0])  # a checkpoint that the witness has not seen yet
    assert judged(honest, policy=policy).verdict == "PASS"


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
    answers = {honest.proved: branch._receipt(0), honest.started: branch._receipt(None)}
    monkeypatch.setattr(honest, "_receipt", answers.__getitem__)
    caught(judged(honest), "does not begin with")


NOON = 1_767_268_800  # 2026-01-01T12:00:00Z, when the table opened; it took some minutes


@pytest.fixture
def cosigned(tmp_path: Path, own: list[Entry]) -> LogServer:
    """Return a log that was cosigned before the table started, after that, and after its end."""
    server = LogServer(tmp_path / "cosigned", [NOISE[0]])
    server.cosign(at=NOON - 3600)
    server.add(own[0])
    server.started = 1
    server.cosign(at=NOON + 900)
    server.add(own[1])
    server.proved = 2
    server.cosign(at=NOON + 1800)
    return server


def test_cosignatures_bracket_the_times_of_start_and_end(
    cosigned: LogServer, judged: Any, policy: Path
) -> None:
    report = judged(cosigned, policy=policy)
    assert report.verdict == "PASS", report.flaw
    assert [each for each in report.checked if "by cosignatures" in each] == [
        "public log: the start was logged after 2026-01-01T11:00:00.000Z and before"
        " 2026-01-01T12:15:00.000Z, by cosignatures",
        "public log: the end was logged after 2026-01-01T12:15:00.000Z and before"
        " 2026-01-01T12:30:00.000Z, by cosignatures",
    ]
    assert not any("by cosignatures" in each for each in report.not_checked)


def test_a_time_that_was_moved_past_a_cosignature_is_caught(
    tmp_path: Path, own: list[Entry], judged: Any, policy: Path
) -> None:
    server = LogServer(tmp_path / "log", own)
    server.started, server.proved = 0, 1
    server.cosign(at=NOON - 600)  # the table claims that it started ten minutes later
    report = judged(server, policy=policy)
    caught(report, "but was cosigned at 2026-01-01T11:50:00.000Z")
    assert report.flaw.field == "event.at"


def test_without_cosignatures_the_times_are_not_checked(honest: LogServer, judged: Any) -> None:
    honest.started = 1
    missing = judged(honest).not_checked
    assert "by cosignatures, the time of the start" in missing
    assert "by cosignatures, the time of the end" in missing


def test_a_cosigned_checkpoint_of_another_branch_is_caught(
    tmp_path: Path, cosigned: LogServer, judged: Any, policy: Path
) -> None:
    branch = LogServer(tmp_path / "branch", [NOISE[1]])
    branch.cosign(at=NOON + 1)
    day = tmp_path / "cosigned" / "cosigned-by-day" / "2026-01-01"
    day.write_bytes((branch.folder.cosigned_on("2026-01-01") or b"") + day.read_bytes())
    caught(judged(cosigned, policy=policy), "does not begin with")


@pytest.mark.parametrize("former", [KEY.name, "example.org/former", "example.org/unknown"])
def test_the_log_is_the_one_that_the_history_names_or_continues_it(
    tmp_path: Path, former: str
) -> None:
    content = asyncio.run(named(f"{former}+00000000+AQ=="))
    start, end = entries_of(parse(content))
    first: Entry = Continues(Checkpoint("example.org/former", 9, bytes(32)))
    server = LogServer(tmp_path / "log", [first, start, end])
    server.proved = 2
    report = with_log(content, verify(content), LogOptions(URL, str(KEY.verifier)), server.client())
    if former == "example.org/unknown":
        caught(report, "names the log example.org/unknown")
    else:
        assert report.verdict == "PASS", report.flaw
        assert any("continues" in each for each in report.checked) is (former != KEY.name)


async def named(key: str) -> bytes:
    """Return the history of a table that names a log in its first event."""
    table = MemoryTable()
    keys = LogKeys(key, "example.org/log/receipts+00000000+AQ==")
    await table.begin(OpenTable("gumball_rally", seats=3, clock=None, log=keys))
    await table.leave()
    return await table.bundle()


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


@pytest.fixture
def offline(tmp_path: Path, content: bytes, passed: Report) -> Any:
    """Judge with the proof that a server gave at some time."""

    def judge(server: LogServer, **options: Any) -> Report:
        proof = tmp_path / "receipt.txt"
        proof.write_text(server._receipt(server.proved))
        given = LogOptions(None, **{"key": str(KEY.verifier), "proof": proof, **options})
        return with_log(content, passed, given)

    return judge


def test_a_kept_proof_is_checked_offline(honest: LogServer, offline: Any, policy: Path) -> None:
    report = offline(honest)
    assert report.verdict == "PASS", report.flaw
    assert "public log: a proof has the end of the table in example.org/log" in report.checked
    assert any("split log is not excluded" in each for each in report.not_checked)
    caught(offline(honest, policy=policy), "policy demands")
    honest.cosign(at=NOON + 3600)
    report = offline(honest, policy=policy)
    assert report.verdict == "PASS", report.flaw
    until = "public log: the end was logged before 2026-01-01T13:00:00.000Z, by cosignatures"
    assert until in report.checked


def test_a_proof_of_another_end_or_key_is_caught_offline(honest: LogServer, offline: Any) -> None:
    other = Signer(KEY.name, ED25519, b"o" * 32).verifier
    caught(offline(honest, key=str(other)), "not of this end")
    honest.proved = 2
    caught(offline(honest), "not of this end")
    honest.proved = None
    caught(offline(honest), "not a tlog-proof")
    honest.proved = 3
    caught(offline(honest, key=None), "names no log")


def test_the_key_that_the_history_names_is_named_as_the_operators_word(tmp_path: Path) -> None:
    content = asyncio.run(named(str(KEY.verifier)))
    server = LogServer(tmp_path / "log", entries_of(parse(content)))
    proof, policy = tmp_path / "receipt.txt", tmp_path / "other.policy"
    proof.write_text(server._receipt(1))
    report = with_log(content, verify(content), LogOptions(None, proof=proof))
    assert report.verdict == "PASS", report.flaw
    assert OWN_WORD in report.not_checked
    policy.write_text(f"log {Signer('example.org/x', ED25519, b'x' * 32).verifier}\nquorum none\n")
    options = LogOptions(None, proof=proof, policy=policy)
    caught(with_log(content, verify(content), options), "does not know the key")
