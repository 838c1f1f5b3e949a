from pathlib import Path

import pytest

from domain.log.entries import Closed, Started
from domain.log.note import LogError
from domain.log.tiles import Tile
from tests.support.histories.log_server import KEY, URL, LogServer
from workers.log_client import HttpLog
from workers.witness.watch import Watch

A, B, HEAD = b"a" * 32, b"b" * 32, b"h" * 32
NOW = 1_700_000_000


@pytest.fixture
def log(tmp_path: Path) -> LogServer:
    return LogServer(tmp_path / "log", [Started(A, 1, HEAD), Closed(A, 9, HEAD, "finished")])


def watching(folder: Path, log: LogServer, now: int = NOW) -> Watch:
    return Watch(folder, KEY.verifier, HttpLog(URL, log.client()), lambda: now)


def test_it_reads_from_the_first_entry_and_says_since_when(tmp_path: Path, log: LogServer) -> None:
    watch = watching(tmp_path / "witness", log)
    watch.look()
    log.add(Started(B, 1, HEAD))
    watch.look()
    report = watch.report()
    assert (report["entries"], report["alarms"], report["failure"]) == (3, [], None)
    assert report["watched_since"] == "2023-11-14T22:13:20.000Z"
    later = watching(tmp_path / "witness", log, NOW + 1000)
    assert later.report()["watched_since"] == report["watched_since"]


def test_a_second_closing_is_reported(tmp_path: Path, log: LogServer) -> None:
    watch = watching(tmp_path / "witness", log)
    log.add(Closed(A, 11, b"x" * 32, "finished"))
    watch.look()
    assert [alarm["entry"] for alarm in watch.report()["alarms"]] == [2]


def test_a_rewritten_log_is_reported_from_then_on(tmp_path: Path, log: LogServer) -> None:
    watch = watching(tmp_path / "witness", log)
    watch.look()
    log.folder = LogServer(tmp_path / "other", [Started(B, n, HEAD) for n in range(5)]).folder
    watch.look()
    watch.look()
    assert any("root" in alarm["what"] for alarm in watch.report()["alarms"])


def test_an_older_checkpoint_is_no_alarm_if_it_is_of_the_same_log(
    tmp_path: Path, log: LogServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    older = log.folder.checkpoint()
    log.add(Started(B, 1, HEAD))
    watch = watching(tmp_path / "witness", log)
    watch.look()
    monkeypatch.setattr(log.folder, "checkpoint", lambda: older)
    watch.look()
    assert watch.report()["alarms"] == []
    branch = LogServer(tmp_path / "branch", [Started(B, 7, HEAD)]).folder.checkpoint()
    monkeypatch.setattr(log.folder, "checkpoint", lambda: branch)
    watch.look()
    assert len(watch.report()["alarms"]) == 1


def test_a_log_that_does_not_answer_is_a_failure_that_ends(
    tmp_path: Path, log: LogServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    watch = watching(tmp_path / "witness", log)
    with monkeypatch.context() as broken:

        def fails(tile: Tile) -> bytes:
            raise LogError(tile.path)

        broken.setattr(log.folder, "read_tile", fails)
        watch.look()
        assert watch.report()["failure"]
    watch.look()
    assert (watch.report()["failure"], watch.report()["entries"]) == (None, 2)
