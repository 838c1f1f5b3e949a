"""`ludotheque serve` stays through everything that stops its store, and heals by itself."""

import os
import resource
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import httpx
from redis import Redis

from application.settings import Settings
from tests.support.servers.processes import PROGRAM_SECONDS, succeeds, until
from tests.support.servers.serve_process import ServeProcess
from tests.support.tables.http_table import table_at
from tests.system.workers.conftest import Serve
from workers.supervisor.address import answers

INCREMENT = "appendonlydir/appendonly.aof.1.incr.aof"


def is_ready(one: ServeProcess) -> bool:
    return succeeds(f"{one.url}/health/ready")


def played_and_stopped(one: ServeProcess) -> Path:
    """Return the file with the commands of a table, after its server was stopped."""
    with table_at(one.ready().url) as table:
        for _ in range(5):
            table.step()
    assert one.stop() == 0
    return one.var / "store" / INCREMENT


def lines_with(one: ServeProcess, text: str) -> list[str]:
    return [line for line in one.output().splitlines() if text in line]


def test_a_store_that_is_killed_again_while_it_starts(serve: Serve) -> None:
    one = serve().ready()
    with table_at(one.url) as table:
        table.step()
        seen = table.seen()
        killed: set[int] = set()
        while len(killed) < 4:
            with suppress(OSError, ValueError):  # between two starts there is no pid
                killed.add(one.store())
                os.kill(one.store(), signal.SIGKILL)
            time.sleep(0.005)  # to hit it at many moments of its start
        assert one.alive()
        until(lambda: is_ready(one))
        assert table.seen() == seen
        table.step()
    assert lines_with(one, "the store does not run: it was killed (SIGKILL)")
    assert one.stop() == 0


def test_a_damaged_file_is_named_with_the_command_that_mends_it(serve: Serve) -> None:
    file = played_and_stopped(serve())
    sound = file.read_bytes()
    damaged = sound[:-30] + b"\0" * 30
    file.write_bytes(damaged)

    one = serve()
    until(lambda: lines_with(one, "To cut off"))
    [line] = lines_with(one, "To cut off")
    assert f"`ludotheque repair --var {one.var}`" in line
    assert one.alive()
    until(lambda: answers(Settings(port=one.port)))
    assert not is_ready(one)
    assert "its files are damaged" in httpx.get(f"{one.url}/health/ready").json()["detail"]

    mended = run_repair(one.var, "--yes")
    assert mended.returncode == 0, mended.stderr
    until(lambda: is_ready(one))
    assert "Traceback" not in one.output()
    [copies] = (one.var / "store").glob("appendonlydir.before-repair-*")
    assert (copies / file.name).read_bytes() == damaged
    refused = run_repair(one.var, "--yes")
    assert refused.returncode == 1
    assert "A server runs on" in refused.stderr
    assert one.stop() == 0


def test_an_unfinished_last_write_is_cut_off_by_itself_and_kept(serve: Serve) -> None:
    file = played_and_stopped(serve())
    file.write_bytes(file.read_bytes() + b"*3\r\n$3\r\nSET\r\n$1\r\nk\r\n$100\r\nhalf")
    one = serve().ready()
    assert lines_with(one, "never acknowledged")
    [kept] = (one.var / "store").glob("*.unfinished-*")
    assert kept.read_bytes().endswith(b"half")
    assert one.stop() == 0


def test_a_damaged_length_is_not_taken_for_an_unfinished_write(serve: Serve) -> None:
    file = played_and_stopped(serve())
    content = file.read_bytes()
    place = content.index(b"\r\n$3\r\nSET\r\n") + 3  # the first: many whole commands follow
    damaged = content[:place] + b"99999999" + content[place + 1 :]
    file.write_bytes(damaged)
    one = serve()
    until(lambda: lines_with(one, "To cut off"))
    assert file.read_bytes() == damaged
    one.stop()


def test_a_full_disk(serve: Serve) -> None:
    one = serve().ready()
    with table_at(one.url) as table:
        table.step()
        seen = table.seen()
        full = (one.var / "store" / INCREMENT).stat().st_size + 100
        for pid in (one.pid, one.store()):  # a limit of the size of files stands for the disk's
            resource.prlimit(pid, resource.RLIMIT_FSIZE, (full, resource.RLIM_INFINITY))
        until(lambda: lines_with(one, "the disk is full"))
        assert f"Free space: `df -h {one.var}`" in lines_with(one, "the disk is full")[0]
        assert one.alive()
        for pid in (one.pid, one.store()):
            with suppress(ProcessLookupError):
                unlimited = (resource.RLIM_INFINITY, resource.RLIM_INFINITY)
                resource.prlimit(pid, resource.RLIMIT_FSIZE, unlimited)
        until(lambda: is_ready(one))
        assert table.seen() == seen
        table.step()
    assert one.stop() == 0


def test_memory_that_is_used_up(serve: Serve) -> None:
    one = serve(env={"LUDOTHEQUE_MAXMEMORY": "100K"})
    until(lambda: lines_with(one, "the API is not ready yet: The store takes no writes"))
    until(lambda: lines_with(one, "Give it more: `LUDOTHEQUE_MAXMEMORY="))
    assert not is_ready(one)
    with Redis.from_url(f"unix://{one.var}/store/server.sock", protocol=2) as redis:
        redis.config_set("maxmemory", 1 << 30)
    with table_at(one.ready().url) as table:
        table.step()
        until(table.is_listed)
    until(lambda: lines_with(one, "there is room in memory"))
    assert "Traceback" not in one.output()
    assert one.stop() == 0


def run_repair(var: Path, *options: str) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-m", "workers", "repair", "--var", str(var), *options]
    return subprocess.run(command, capture_output=True, text=True, timeout=PROGRAM_SECONDS)
