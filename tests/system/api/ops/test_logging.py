"""Log lines of an API process and a worker contain no token, table or card."""

import json
import os
import signal
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from store.embedded.server import EmbeddedServer
from tests.support.network.sse import open_stream
from tests.support.players.callers import calling
from tests.support.servers.processes import Api, Program, serving, until
from tests.support.tables.http_table import HttpTable, play_table

LOUD = {"LUDOTHEQUE_LOG": "json", "LUDOTHEQUE_ACCESS_LOG": "on"}


@pytest.fixture(scope="module")
def loud(store: EmbeddedServer, directory: Path) -> Iterator[Api]:
    with serving(store.url, directory / "loud", **LOUD) as api:
        yield api


@pytest.fixture(scope="module")
def noted(loud: Api) -> tuple[HttpTable, str]:
    """A table that was played, streamed and refused at, and all that was said of it."""
    with calling(loud.base) as http:
        table = play_table(http)
        ticket = table.host.post(f"{table.path}/tickets").json()["ticket"]
        http.get(f"{table.path}/events/stream", params={"ticket": ticket, "max_seconds": 0})
        http.get(f"{table.path}/events/stream", params={"ticket": ticket})
        httpx.get(f"{loud.base}/v1/players/me", headers={"Authorization": "Bearer wrong-token"})
        with open_stream(table.host, table.path) as listener:
            listener.bye()
        said = until(lambda: loud.output if "/events/stream" in loud.output else "")
        assert ticket not in said
    return table, str(said)


def test_every_request_is_one_line_of_json(noted: tuple[HttpTable, str]) -> None:
    lines = [json.loads(line) for line in noted[1].splitlines()]
    assert {line["logger"] for line in lines} == {"ludotheque.access"}
    told = [line for line in lines if line["route"] == "/v1/tables/{table}/commands"]
    assert len(told) > 20
    assert told[0].keys() == {
        *("at", "level", "logger", "message", "request", "method", "route", "status", "ms")
    }


def test_no_token_no_table_and_no_card_is_named(noted: tuple[HttpTable, str]) -> None:
    table, said = noted
    secrets = [str(caller.token) for caller in table.people]
    secrets += [caller.id for caller in table.people]
    secrets += [table.id, "wrong-token", "R-", "D-", "ticket="]
    assert [secret for secret in secrets if secret in said] == []


def test_a_worker_speaks_the_same_way(directory: Path) -> None:
    nowhere = f"unix://{directory}/nobody.sock"
    worker = Program(["workers", "work", "timers"], nowhere, directory / "timers.log", **LOUD)
    worker.start()
    try:
        line = until(lambda: worker.output.splitlines()[:1])[0]
    finally:
        os.kill(worker.pid, signal.SIGTERM)
        worker.stop()
    told = json.loads(line)
    assert (told["level"], told["logger"]) == ("warning", "workers.loop")
    assert "the store does not respond" in told["message"]
