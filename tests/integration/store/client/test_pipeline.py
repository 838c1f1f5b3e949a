"""The pipelining client: batches, errors, timeouts and reconnects."""

import asyncio
import signal
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from typing import Any

import pytest
import uvloop
from redis.exceptions import ResponseError

from application.ports.event_log import StoreUnavailable
from application.setting_fields import STORE_SECONDS as SECONDS
from store.client.pipeline import PipelinedClient
from store.client.replies import ReplyLost
from tests.support.servers.processes import PATIENCE
from tests.support.stores.servers import TcpServer

pytestmark = pytest.mark.anyio


async def under_way(client: PipelinedClient) -> "asyncio.Future[Any]":
    """Send a command and return its reply to come, as soon as it is on its way."""
    before, asked = client.batches, client.send_once("PING")
    while client.batches == before:
        await asyncio.sleep(0)
    return asked


@pytest.fixture
async def fragile(own: TcpServer) -> AsyncIterator[PipelinedClient]:
    client = PipelinedClient(own.url, SECONDS)
    await client.send_once("PING")
    yield client
    await client.aclose()


async def test_calls_of_one_turn_share_one_round_trip(client: PipelinedClient) -> None:
    before = client.batches
    answers = await asyncio.gather(*[client.send_once("ECHO", n) for n in range(100)])
    assert answers == [b"%d" % n for n in range(100)]
    assert client.batches - before == 1


async def test_a_call_does_not_wait_for_the_replies_before_it(
    own: TcpServer, fragile: PipelinedClient
) -> None:
    own.send(signal.SIGSTOP)
    sent = [await under_way(fragile) for _ in range(3)]
    own.send(signal.SIGCONT)
    assert await asyncio.gather(*sent) == [b"PONG"] * 3


async def test_calls_made_while_one_is_under_way_share_the_next(client: PipelinedClient) -> None:
    before = client.batches
    first = client.send_once("ECHO", "first")
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    others = await asyncio.gather(*[client.send_once("ECHO", n) for n in range(50)])
    assert (await first, len(others)) == (b"first", 50)
    assert client.batches - before == 2


async def test_an_error_is_for_its_caller_only(client: PipelinedClient) -> None:
    answers = await asyncio.gather(
        client.send_once("SET", "s", "x"),
        client.send_once("INCR", "s"),
        client.send_once("NO-SUCH-COMMAND"),
        client.send_once("GET", "s"),
        return_exceptions=True,
    )
    assert isinstance(answers[1], ResponseError)
    assert isinstance(answers[2], ResponseError)
    assert (answers[0], answers[3]) == (b"OK", b"x")


async def test_what_cannot_be_packed_harms_nobody_else(client: PipelinedClient) -> None:
    good = client.send_once("ECHO", "good")
    with pytest.raises((TypeError, ValueError)):
        await client.send_once("ECHO", None)  # type: ignore[arg-type]
    assert await good == b"good"


async def test_a_cancelled_caller_disturbs_nobody(client: PipelinedClient) -> None:
    tasks = [client.send_once("ECHO", n) for n in range(10)]
    await asyncio.sleep(0)
    tasks[3].cancel()
    answers = await asyncio.gather(*tasks, return_exceptions=True)
    assert isinstance(answers[3], asyncio.CancelledError)
    assert [a for n, a in enumerate(answers) if n != 3] == [b"%d" % n for n in range(10) if n != 3]
    assert await client.send_once("ECHO", "after") == b"after"


async def test_answers_larger_than_any_buffer_arrive_whole(client: PipelinedClient) -> None:
    large = b"x" * 3_000_000
    assert await asyncio.gather(*[client.send_once("ECHO", large) for _ in range(3)]) == [large] * 3


async def test_a_killed_server_is_noticed_at_once(own: TcpServer, fragile: PipelinedClient) -> None:
    own.kill()
    async with asyncio.timeout(PATIENCE):
        with pytest.raises((StoreUnavailable, ReplyLost)):
            await fragile.send_once("PING")
        with pytest.raises(StoreUnavailable):
            await fragile.send_once("PING")


async def test_a_server_killed_while_it_answers_leaves_the_fate_unknown(
    own: TcpServer, fragile: PipelinedClient
) -> None:
    own.send(signal.SIGSTOP)
    asked = await under_way(fragile)
    own.kill()
    async with asyncio.timeout(PATIENCE):
        with pytest.raises(ReplyLost):
            await asked


async def test_a_hung_server_is_given_up(own: TcpServer, fragile: PipelinedClient) -> None:
    own.send(signal.SIGSTOP)
    async with asyncio.timeout(PATIENCE):
        first = await under_way(fragile)
        second = fragile.send_once("PING")
        for asked in (first, second):
            with pytest.raises(ReplyLost):
                await asked
    own.send(signal.SIGCONT)
    assert await fragile.execute("PING") == b"PONG"


async def answer_after_stall(url: str) -> bytes:
    """Return the reply to a command after the event loop did nothing for twice the timeout."""
    client = PipelinedClient(url, SECONDS)
    await client.send_once("PING")
    asked = await under_way(client)
    time.sleep(2 * SECONDS)  # meanwhile the reply arrives at the socket
    try:
        return bytes(await asked)
    finally:
        await client.aclose()


@pytest.mark.parametrize("run", [asyncio.run, uvloop.run])
def test_a_stall_of_the_event_loop_is_not_taken_for_a_silent_server(
    own: TcpServer, run: Callable[[Coroutine[Any, Any, bytes]], bytes]
) -> None:
    assert run(answer_after_stall(own.url)) == b"PONG"


async def test_an_answer_that_comes_too_late_is_given_to_nobody(
    own: TcpServer, fragile: PipelinedClient
) -> None:
    own.send(signal.SIGSTOP)
    with pytest.raises(ReplyLost):
        await fragile.send_once("ECHO", "late")
    own.send(signal.SIGCONT)
    assert await fragile.send_once("ECHO", "fresh") == b"fresh"


async def test_a_server_that_is_back_is_found_without_a_restart(
    own: TcpServer, fragile: PipelinedClient
) -> None:
    own.kill()
    with pytest.raises((StoreUnavailable, ReplyLost)):
        await fragile.send_once("PING")
    await asyncio.to_thread(own.start)
    assert await fragile.send_once("PING") == b"PONG"


async def test_a_restart_between_two_calls_goes_unnoticed(
    own: TcpServer, fragile: PipelinedClient
) -> None:
    own.kill()
    await asyncio.to_thread(own.start)
    assert await fragile.send_once("PING") == b"PONG"


async def test_a_closed_pipe_leaves_nobody_waiting(own: TcpServer) -> None:
    client = PipelinedClient(own.url, SECONDS)
    await client.send_once("PING")
    own.send(signal.SIGSTOP)
    asked = await under_way(client)
    await client.aclose()
    with pytest.raises(ReplyLost):
        await asked
    with pytest.raises(StoreUnavailable):
        await client.send_once("PING")
