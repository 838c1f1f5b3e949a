"""Quick ways: reads of one turn are sent together, and answers keep their order."""

import asyncio
from functools import partial
from typing import Any

import pytest

from api.transport.answer import Answer
from api.transport.turn import Command, Pending, Reply, Turn
from tests.support.network.http_connection import RecordingTransport, all_answered, connected

pytestmark = pytest.mark.anyio
GET = b"GET /%s HTTP/1.1\r\nHost: x\r\n\r\n"


class Store:
    """A store that replies when the test says so."""

    def __init__(self) -> None:
        self.sent: list[tuple[Command, asyncio.Future[Any]]] = []
        self.turn = Turn(self.send)

    def send(self, *command: Any) -> "asyncio.Future[Any]":
        future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self.sent.append((command, future))
        return future

    def quick(self, scope: Any, body: bytes) -> Reply | Pending | None:
        """Answer `/now` at once, `/read` after a read, and leave the rest to the application."""
        match scope["path"]:
            case "/now":
                return answer(b"now")
            case "/echo":
                return answer(body)
            case "/read":
                return Pending(partial(self.turn.ask, ("GET", "x")), self.replied)
            case "/broken":
                raise ValueError("on purpose")
        return None

    def replied(self, reply: Any) -> Reply | None:
        return None if isinstance(reply, Exception) else answer(reply)


def answer(body: bytes) -> Reply:
    return Reply(Answer(200, [], body), [(b"x-extra", b"1")])


async def application(scope: Any, receive: Any, send: Any) -> None:
    await Answer(200, [], b"long")(scope, receive, send)


def opened(store: Store) -> tuple[Any, RecordingTransport]:
    connection, transport = connected(application)
    connection.shared.quick = store.quick
    return connection, transport


def bodies(transport: RecordingTransport) -> list[bytes]:
    return [written.partition(b"\r\n\r\n")[2] for written in transport.written]


async def test_equal_reads_of_one_turn_are_sent_once() -> None:
    store = Store()
    got: list[Any] = []
    for _ in range(2):
        store.turn.ask(("GET", "x"), got.append)
    store.turn.ask(("GET", "y"), got.append)
    await asyncio.sleep(0)
    store.turn.ask(("GET", "x"), got.append)  # in the next turn: it must see what came between
    assert [command for command, _ in store.sent] == [("GET", "x"), ("GET", "y"), ("GET", "x")]
    store.sent[0][1].set_result(b"1")
    store.sent[1][1].set_exception(OSError("gone"))
    store.sent[2][1].cancel()
    while len(got) < 4:
        await asyncio.sleep(0)
    assert got[:2] == [b"1", b"1"]
    assert [isinstance(each, Exception) for each in got[2:]] == [True, True]


async def test_answers_of_all_ways_keep_the_order_of_the_requests() -> None:
    store = Store()
    connection, transport = opened(store)
    connection.data_received(GET % b"read" + GET % b"now" + GET % b"else" + GET % b"now")
    assert transport.written == []
    store.sent[0][1].set_result(b"read")
    while len(transport.written) < 4:
        await asyncio.sleep(0)
    assert bodies(transport) == [b"read", b"now", b"long", b"now"]
    assert b"\r\nx-extra: 1\r\n" in transport.written[0]


@pytest.mark.parametrize("path", [b"read", b"broken"])
async def test_the_application_answers_after_a_failure(path: bytes) -> None:
    store = Store()
    connection, transport = opened(store)
    connection.data_received(GET % path)
    for _, future in store.sent:
        future.set_exception(OSError("gone"))
    while not transport.written:
        await asyncio.sleep(0)
    await all_answered(connection)
    assert bodies(transport) == [b"long"]


async def test_a_client_that_has_gone_gets_nothing() -> None:
    store = Store()
    connection, transport = opened(store)
    connection.data_received(GET % b"read")
    connection.connection_lost(None)
    store.sent[0][1].set_result(b"read")
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert transport.written == []
    assert not connection.shared.tasks


async def test_what_was_begun_is_finished_for_a_client_that_has_gone() -> None:
    store = Store()
    connection, transport = opened(store)
    connection.data_received(GET % b"read")
    connection.connection_lost(None)
    store.sent[0][1].set_exception(OSError("gone"))
    while not connection.shared.tasks:
        await asyncio.sleep(0)
    await asyncio.gather(*connection.shared.tasks)
    assert transport.written == []


async def test_a_quick_way_gets_a_body_that_arrives_after_its_head() -> None:
    store = Store()
    connection, transport = opened(store)
    connection.data_received(b"POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\n")
    connection.data_received(b"bo")
    assert transport.written == []
    connection.data_received(b"dy")
    assert bodies(transport) == [b"body"]


async def test_the_last_answer_of_a_server_that_stops_closes_the_connection() -> None:
    store = Store()
    connection, transport = opened(store)
    connection.data_received(GET % b"read")
    connection.shared.stop()
    store.sent[0][1].set_result(b"read")
    while not transport.closed:
        await asyncio.sleep(0)
    assert b"\r\nconnection: close\r\n" in transport.written[0]


async def test_requests_that_share_replies_share_their_answer_until_the_turn_ends() -> None:
    turn, made = Store().turn, list[object]()

    def made_answer(replies: object) -> Answer:
        made.append(replies)
        return Answer(200, [], b"")

    one, other = object(), object()
    first = turn.shared("page", made_answer, one)
    assert turn.shared("page", made_answer, one) is first
    assert turn.shared("page", made_answer, other) is not first
    assert turn.shared("another page", made_answer, other) is not first
    assert made == [one, other, other]
    await asyncio.sleep(0)
    turn.shared("another page", made_answer, other)
    assert made == [one, other, other, other]
