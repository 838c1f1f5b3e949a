"""`ludotheque serve`: starts with one command, stops without a trace, loses nothing."""

import os
import signal
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TypeAlias

import httpx
import pytest

from tests.support.servers.processes import succeeds, until
from tests.support.servers.serve_process import SERVE, ServeProcess
from tests.support.stores.servers import running
from tests.support.tables.http_table import HttpTable, table_at
from tests.system.workers.conftest import Serve
from workers.supervisor.lock import started_at
from workers.supervisor.supervisor import STOP_SECONDS

ACKNOWLEDGED = 10  # commands, before the plug is pulled
Invite: TypeAlias = Callable[[str], HttpTable]
PARTS = ("server", "jobs")  # beside the store, in the order of their start


@pytest.fixture
def invite() -> Iterator[Invite]:
    with ExitStack() as stack:
        yield lambda url: stack.enter_context(table_at(url))


def test_it_says_where_to_go_stops_without_a_trace_and_keeps_the_tables(
    serve: Serve, invite: Invite
) -> None:
    first = serve(command=SERVE).ready()
    assert f"play        {first.url}/ in a browser" in first.output()
    assert f"{first.url}/schema" in first.output()
    assert str(first.var) in first.output()
    guests = invite(first.url)
    guests.step()
    until(guests.is_listed)
    seen = guests.seen()
    assert first.stop(signal.SIGTERM) == 0
    assert first.gone()

    second = serve(port=first.port, command=SERVE).ready()
    assert guests.seen() == seen
    assert guests.is_listed()
    guests.step()
    assert second.stop(signal.SIGINT) == 0
    assert second.gone()
    assert "Traceback" not in first.output() + second.output()


def test_a_port_in_use_is_one_clear_message(serve: Serve) -> None:
    with socket.socket() as holder:
        holder.bind(("127.0.0.1", 0))
        holder.listen()
        port = holder.getsockname()[1]
        one = serve(port=port)
        assert one.wait() == 1
    assert one.output().startswith(f"ludotheque: Port {port} on 127.0.0.1 cannot be used")
    assert one.output().count("\n") == 1
    assert not (one.var / "store").exists()


def test_a_cluster_without_a_queue_is_one_clear_message(serve: Serve) -> None:
    one = serve(store="redis+cluster://127.0.0.1:1")
    assert one.wait() == 1
    assert one.output().startswith("ludotheque: A cluster cannot hold")
    assert "LUDOTHEQUE_QUEUE_URL=redis://" in one.output()
    assert one.output().count("\n") == 1


def test_a_directory_in_use_is_one_clear_message_and_a_dead_child_comes_back(
    serve: Serve, invite: Invite
) -> None:
    first = serve().ready()
    guests = invite(first.url)
    second = serve()
    assert second.wait() == 1
    assert f"(pid {first.pid}) uses {first.var}" in second.output()
    assert second.output().count("\n") == 1

    for n, name in enumerate(PARTS):
        before = first.children()[n]
        os.kill(before, signal.SIGKILL)
        until(lambda n=n, before=before: _replaced(first, n, before))  # type: ignore[misc]
        assert f"{name} was killed (SIGKILL)" in first.output()
    store = first.store()
    os.kill(store, signal.SIGKILL)
    until(lambda: "the store is up again" in first.output())
    assert first.store() != store
    first.pids()

    until(lambda: succeeds(f"{first.url}/health/ready"))
    guests.step()
    until(guests.is_listed)
    assert first.stop() == 0
    assert first.gone()


def _replaced(one: ServeProcess, n: int, before: int) -> bool:
    children = one.children()
    return (
        len(children) == len(PARTS)
        and children[n] != before
        and started_at(children[n]) is not None
    )


def play_until_it_fails(table: HttpTable) -> None:
    while True:
        table.step()


def test_when_the_plug_is_pulled_every_acknowledged_command_is_there_afterwards(
    serve: Serve, invite: Invite
) -> None:
    first = serve().ready()
    guests = invite(first.url)
    first.pids()

    def pull_the_plug() -> None:
        until(lambda: len(guests.heads) >= ACKNOWLEDGED)
        first.kill_all()

    plug = threading.Thread(target=pull_the_plug)
    plug.start()
    with pytest.raises((httpx.HTTPError, AssertionError)):
        play_until_it_fails(guests)
    plug.join()

    second = serve(port=first.port).ready()
    seen, last = guests.seen(), max(guests.heads)
    assert seen["version"] >= last
    assert seen["version"] > last or seen["head"] == guests.heads[last]
    assert second.stop() == 0
    assert second.gone()


def test_a_killed_supervisor_leaves_nobody_who_blocks_the_next(serve: Serve) -> None:
    first = serve(command=SERVE).ready()
    orphan = first.children()[1]
    os.kill(orphan, signal.SIGSTOP)  # one that does not even hear that its parent died
    first.send(signal.SIGKILL)
    first.wait()
    second = serve(port=first.port).ready()
    assert first.gone()
    assert second.stop() == 0


def test_a_second_ctrl_c_does_not_wait(serve: Serve) -> None:
    one = serve().ready()
    server = one.children()[0]
    os.kill(server, signal.SIGSTOP)  # one that does not listen
    one.send(signal.SIGINT)
    until(lambda: _signal_is_pending(server, signal.SIGTERM))
    began = time.monotonic()
    assert one.stop(signal.SIGINT) == 130
    assert time.monotonic() - began < STOP_SECONDS
    assert one.gone()


def _signal_is_pending(pid: int, sign: signal.Signals) -> bool:
    """Return whether a signal waits for a process that is stopped."""
    status = Path(f"/proc/{pid}/status").read_text().splitlines()
    waiting = [int(line.split()[1], 16) for line in status if line.startswith(("SigPnd", "ShdPnd"))]
    return any(mask >> (sign - 1) & 1 for mask in waiting)


def test_a_named_store_is_used_and_left_running(
    serve: Serve, invite: Invite, tmp_path: Path
) -> None:
    with running("valkey", tmp_path / "named") as store:
        one = serve(store=store.url).ready()
        guests = invite(one.url)
        until(guests.is_listed)
        until(lambda: {each.name for each in one.var.iterdir()} == {"log", "archive"})  # no store
        assert one.stop() == 0
        assert store.pid is not None
        assert started_at(store.pid) is not None
