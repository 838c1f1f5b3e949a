"""A command is answered by one write; the cycle of ASGI, where it is needed, answers alike."""

import json
from typing import Any

import pytest

from tests.support.network.raw_requests import connect, read_all, statuses, talk
from tests.support.players.callers import Caller
from tests.support.servers.processes import Api
from tests.support.tables.http_table import HttpTable

CLOSE = b"Connection: close"


def request(table: HttpTable, caller: Caller, command: Any, *headers: bytes) -> tuple[bytes, bytes]:
    """Return head and body of a command, whose key makes it the same at every repetition."""
    body = json.dumps(command, separators=(",", ":")).encode()
    lines = [
        f"POST {table.path}/commands HTTP/1.1".encode(),
        b"Host: x",
        b"Content-Type: application/json",
        b"Idempotency-Key: whole",
        f"Authorization: Bearer {caller.token}".encode(),
        b"Content-Length: %d" % len(body),
        *headers,
    ]
    return b"\r\n".join([*lines, b"", b""]), body


def one_answer(line: Any) -> bytes:
    """Return the next answer of a connection that stays open."""
    heard = b""
    while b"\r\n\r\n" not in heard:
        heard += line.recv(65536)
    head, _, body = heard.partition(b"\r\n\r\n")
    length = next(each for each in head.split(b"\r\n") if each.startswith(b"content-length"))
    while len(body) < int(length.split()[1]):
        body += line.recv(65536)
    return head + b"\r\n\r\n" + body


def compared(answer: bytes) -> tuple[set[bytes], bytes]:
    """Return the lines of a head but for what must differ, and the body."""
    head, _, body = answer.partition(b"\r\n\r\n")
    differing = (b"date:", b"connection:", b"ratelimit:", b"request-id:")
    return {line for line in head.split(b"\r\n") if not line.startswith(differing)}, body


def test_both_ways_send_the_same_answer(api: Api, race: HttpTable) -> None:
    mover = race.at_turn()
    command = race.listed(mover)
    with connect(api) as line:
        line.sendall(b"".join(request(race, mover, command)))
        whole = one_answer(line)
    by_messages = talk(api, b"".join(request(race, mover, command, CLOSE)))
    assert statuses(whole) == statuses(by_messages) == [200]
    assert compared(whole) == compared(by_messages)
    assert b"x-content-type-options: nosniff" in whole
    assert b"connection: close" in by_messages
    assert b"connection:" not in whole


def test_pipelined_commands_are_answered_in_their_order(api: Api, race: HttpTable) -> None:
    mover = race.at_turn()
    command = race.listed(mover)
    first = b"".join(request(race, mover, command))
    refused = b"".join(request(race, mover, {"type": "gumball_rally.play", "card": "none"}))
    last = b"".join(request(race, mover, command, CLOSE))
    with connect(api) as line:
        line.sendall(first + refused + last)
        assert statuses(read_all(line)) == [200, 400, 200]


@pytest.mark.parametrize("pieces", [2, 3])
def test_a_body_that_arrives_later_is_waited_for(api: Api, race: HttpTable, pieces: int) -> None:
    mover = race.at_turn()
    head, body = request(race, mover, race.listed(mover), CLOSE)
    middle = len(body) // 2
    parts = [head, body] if pieces == 2 else [head, body[:middle], body[middle:]]
    assert statuses(talk(api, *parts)) == [200]


def test_a_client_that_waits_for_continue_is_answered(api: Api, race: HttpTable) -> None:
    mover = race.at_turn()
    head, body = request(race, mover, race.listed(mover), b"Expect: 100-continue", CLOSE)
    with connect(api) as line:
        line.sendall(head)
        assert line.recv(65536) == b"HTTP/1.1 100 Continue\r\n\r\n"
        line.sendall(body)
        assert statuses(read_all(line)) == [200]
