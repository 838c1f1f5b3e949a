"""The embedded server: settings, durability, restarts, orphans."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from redis import Redis

from store.embedded import orphan
from store.embedded.binary import find_binary
from store.embedded.failure import CannotStart
from store.embedded.server import EmbeddedServer
from tests.support.servers.process_tree import found
from tests.support.servers.processes import PATIENCE, until
from tests.support.stores.servers import KINDS, running

KEYS, LOADING_SECONDS = 15_000, 1.5
PARENT = """
import sys, time
from store.embedded.server import EmbeddedServer
server = EmbeddedServer(sys.argv[1], prefer=sys.argv[2])
server.start()
print(server.pid, flush=True)
time.sleep(60)
"""


def client(server: EmbeddedServer) -> "Redis":
    return Redis.from_url(server.url, protocol=2)


@pytest.fixture(params=KINDS)
def kind(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def test_it_runs_with_the_promised_settings(kind: str, tmp_path: Path) -> None:
    with running(kind, tmp_path, fsync="always") as server, client(server) as redis:
        found = redis.config_get("append*", "maxmemory-policy", "save", "port", "auto-aof-*")
    assert found["appendonly"] == "yes"
    assert found["appendfsync"] == "always"
    assert found["maxmemory-policy"] == "noeviction"
    assert (found["save"], found["port"]) == ("", "0")
    assert found["auto-aof-rewrite-percentage"] == "25"


def test_its_files_are_rewritten_when_they_have_grown(kind: str, tmp_path: Path) -> None:
    with running(kind, tmp_path) as server, client(server) as redis:
        redis.config_set("auto-aof-rewrite-min-size", "64kb")  # instead of 64 MB
        assert [*tmp_path.rglob("*.1.base.*")]
        until(lambda: redis.set("same", "x" * 4096) and [*tmp_path.rglob("*.2.base.*")])


def test_what_was_written_is_there_after_a_restart(kind: str, tmp_path: Path) -> None:
    with running(kind, tmp_path) as server, client(server) as redis:
        redis.set("kept", "x")
    with running(kind, tmp_path) as server, client(server) as redis:
        assert redis.get("kept") == b"x"


def test_what_was_acknowledged_survives_a_kill(kind: str, tmp_path: Path) -> None:
    server = EmbeddedServer(tmp_path, prefer=kind)
    server.start()
    with client(server) as redis:
        redis.set("kept", "x")
    assert server.pid is not None
    os.kill(server.pid, signal.SIGKILL)
    server.stop()
    with running(kind, tmp_path) as again, client(again) as redis:
        assert redis.get("kept") == b"x"


def test_the_queue_has_a_database_of_its_own(kind: str, tmp_path: Path) -> None:
    with running(kind, tmp_path) as server, client(server) as redis:
        with Redis.from_url(server.queue_url, protocol=2) as queue:
            queue.set("job", "x")
        assert redis.get("job") is None


def test_a_second_server_on_the_same_directory_is_refused(kind: str, tmp_path: Path) -> None:
    with running(kind, tmp_path) as server:
        with pytest.raises(CannotStart, match="already runs"):
            EmbeddedServer(tmp_path).start()
        with client(server) as redis:
            assert redis.ping()


def test_a_long_directory_name_gets_a_short_socket(kind: str, tmp_path: Path) -> None:
    directory = tmp_path / ("long" * 30)
    with running(kind, directory) as server, client(server) as redis:
        assert redis.ping()
        assert len(server.url) < 100
        folder = Path(server.url[7:-5]).parent
    assert not folder.exists()


def test_stopping_leaves_no_process_and_no_socket(kind: str, tmp_path: Path) -> None:
    with running(kind, tmp_path) as server:
        pid = server.pid
    assert pid is not None
    until(lambda: found(pid) is None)
    assert not (tmp_path / "server.sock").exists()
    server.stop()


def test_it_has_a_session_of_its_own(kind: str, tmp_path: Path) -> None:
    with running(kind, tmp_path) as server:
        assert server.pid is not None
        assert os.getsid(server.pid) == server.pid != os.getsid(0)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells a child")
def test_it_does_not_outlive_a_killed_parent(kind: str, tmp_path: Path) -> None:
    pid = killed_parent(kind, tmp_path)
    until(lambda: found(pid) is None)
    with running(kind, tmp_path) as server, client(server) as redis:
        assert redis.ping()


def test_an_orphan_is_stopped_before_the_next_start(kind: str, tmp_path: Path) -> None:
    settings = ["--port", "0", "--unixsocket", str(tmp_path / "server.sock"), "--save", ""]
    settings += ["--dir", str(tmp_path), "--pidfile", str(tmp_path / orphan.PID_FILE)]
    left = subprocess.Popen([str(find_binary(kind)), *settings], stdout=subprocess.DEVNULL)
    try:
        until(lambda: orphan.running(tmp_path) is not None)
        with running(kind, tmp_path) as server, client(server) as redis:
            assert redis.info("server")["process_id"] == server.pid
            assert left.wait(PATIENCE) == 0
    finally:
        left.kill()
        left.wait()


def test_a_pid_given_to_somebody_else_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / orphan.PID_FILE).write_text(str(os.getpid()))
    assert orphan.running(tmp_path) is None


def test_a_server_that_cannot_start_says_why(kind: str, tmp_path: Path) -> None:
    with pytest.raises(CannotStart, match="its log ends with: argument"):
        EmbeddedServer(tmp_path, fsync="sometimes", prefer=kind).start()
    with running(kind, tmp_path):
        pass


def slow_to_load(directory: Path) -> EmbeddedServer:
    """Return a server whose history takes about two seconds to load."""
    with (
        running("valkey", directory) as server,
        client(server) as redis,
        redis.pipeline(transaction=False) as together,
    ):
        for number in range(KEYS):
            together.set(f"key{number}", number)
        together.execute()
    return EmbeddedServer(directory, patience=LOADING_SECONDS, options={"key-load-delay": "100"})


def test_loading_may_take_longer_than_a_start_without_progress(tmp_path: Path) -> None:
    server = slow_to_load(tmp_path)
    began = time.monotonic()
    server.start()
    try:
        assert time.monotonic() - began > LOADING_SECONDS
        assert server.progress is not None
        assert 0 < server.progress.loaded <= server.progress.total
        with client(server) as redis:
            assert redis.dbsize() == KEYS
    finally:
        server.stop()


def test_loading_without_progress_is_given_up(tmp_path: Path) -> None:
    server = slow_to_load(tmp_path)
    server.launch()
    try:
        while server.progress is None:
            assert not server.answers()
        assert server.pid is not None
        os.kill(server.pid, signal.SIGSTOP)
        with pytest.raises(CannotStart, match="loaded nothing for"):
            until(server.answers)
    finally:
        server.stop(signal.SIGKILL)


def killed_parent(kind: str, directory: Path) -> int:
    command = [sys.executable, "-c", PARENT, str(directory), kind]
    parent = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert parent.stdout is not None
    pid = int(parent.stdout.readline())
    parent.kill()
    parent.wait()
    parent.stdout.close()
    return pid
