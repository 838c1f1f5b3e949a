"""The processes of a server are found by their parent and named by their command lines."""

from pathlib import Path

import pytest

from tests.bench.whole.running_serve import is_behind, processes_of

METRICS = """
ludotheque_feed_lag_commits{reader="table_list"} %s
ludotheque_feed_lag_commits{reader="leaderboard"} 0.0
ludotheque_feed_lag_commits{reader="webhooks"} 0.0
ludotheque_public_log_lateness_seconds %s
ludotheque_requests_total 7.0
"""


def test_the_children_of_a_supervisor_are_its_parts(tmp_path: Path) -> None:
    process(tmp_path, 7, 1, "python -m workers serve")
    process(tmp_path, 8, 7, "valkey-server unixsocket:/x")
    process(tmp_path, 9, 7, "python -P -m workers work server")
    process(tmp_path, 10, 7, "python -P -m workers work jobs")
    process(tmp_path, 11, 1, "python -P -m workers work timers")  # of another server
    parts = {"supervisor": 7, "store": 8, "server": 9, "jobs": 10}
    assert processes_of(7, tmp_path) == parts


def process(proc: Path, pid: int, parent: int, command: str) -> None:
    folder = proc / str(pid)
    folder.mkdir()
    (folder / "stat").write_text(f"{pid} (a name) S {parent} " + "0 " * 40)
    (folder / "cmdline").write_text(command.replace(" ", "\0") + "\0")


@pytest.mark.parametrize(
    ("lag", "lateness", "behind"), [("0.0", "0.0", False), ("2.0", "0.0", True), ("0", "0.1", True)]
)
def test_workers_are_behind_while_a_commit_is_left(lag: str, lateness: str, behind: bool) -> None:
    assert is_behind(METRICS % (lag, lateness)) is behind


def test_a_server_that_shows_no_lag_is_an_error() -> None:
    with pytest.raises(AssertionError, match="do not show"):
        is_behind("ludotheque_requests_total 7.0\n")
