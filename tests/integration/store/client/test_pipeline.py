import asyncio
import signal
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from redis.exceptions import ResponseError

from application.ports.event_log import StoreUnavailable
from application.settings import STORE_SECONDS as SECONDS
from store.client.pipeline import FateUnknown, Pipe
from tests.support.store_servers import KINDS, TcpServer

pytestmark = pytest.mark.anyio


@pytest.fixture(params=KINDS)
def own(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[TcpServer]:
    """A server that a test may kill."""
    server = TcpServer(request.param, tmp_path)
    server.start()
    yield server
    server.kill()


@pytest.fixture
async def fragile(own: TcpServer) -> AsyncIterator[Pipe]:
    pipe = Pipe(own.url, SECONDS)
    await pipe.call("PING")
    yield pipe
    await pipe.aclose()


async def test_calls_of_one_turn_share_one_round_trip(pipe: Pipe) -> None:
    before = pipe.batches
    answers = await asyncio.gather(*[pipe.call("ECHO", n) for n in range(100)])
    assert answers == [b"%d" % n for n in range(100)]
    assert pipe.batches - before == 1


async def test_calls_made_while_one_is_under_way_share_the_next(pipe: Pipe) -> None:
    before = pipe.batches
    first = asyncio.create_task(pipe.call("ECHO", "first"))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    others = await asyncio.gather(*[pipe.call("ECHO", n) for n in range(50)])
    assert (await first, len(others)) == (b"first", 50)
    assert pipe.batches - before == 2


async def test_an_error_is_for_its_caller_only(pipe: Pipe) -> None:
    answers = await asyncio.gather(
        pipe.call("SET", "s", "x"),
        pipe.call("INCR", "s"),
        pipe.call("NO-SUCH-COMMAND"),
        pipe.call("GET", "s"),
        return_exceptions=True,
    )
    assert isinstance(answers[1], ResponseError)
    assert isinstance(answers[2], ResponseError)
    assert (answers[0], answers[3]) == (b"OK", b"x")


async def test_what_cannot_be_packed_harms_nobody_else(pipe: Pipe) -> None:
    good = asyncio.create_task(pipe.call("ECHO", "good"))
    with pytest.raises((TypeError, ValueError)):
        await pipe.call("ECHO", None)  # type: ignore[arg-type]
    assert await good == b"good"


async def test_a_cancelled_caller_disturbs_nobody(pipe: Pipe) -> None:
    tasks = [asyncio.create_task(pipe.call("ECHO", n)) for n in range(10)]
    await asyncio.sleep(0)
    tasks[3].cancel()
    answers = await asyncio.gather(*tasks, return_exceptions=True)
    assert isinstance(answers[3], asyncio.CancelledError)
    assert [a for n, a in enumerate(answers) if n != 3] == [b"%d" % n for n in range(10) if n != 3]
    assert await pipe.call("ECHO", "after") == b"after"


async def test_answers_larger_than_any_buffer_arrive_whole(pipe: Pipe) -> None:
    large = b"x" * 3_000_000
    assert await asyncio.gather(*[pipe.call("ECHO", large) for _ in range(3)]) == [large] * 3


async def test_a_killed_server_is_noticed_at_once(own: TcpServer, fragile: Pipe) -> None:
    own.kill()
    async with asyncio.timeout(10):
        with pytest.raises((StoreUnavailable, FateUnknown)):
            await fragile.call("PING")
        with pytest.raises(StoreUnavailable):
            await fragile.call("PING")


async def test_a_server_killed_while_it_answers_leaves_the_fate_unknown(
    own: TcpServer, fragile: Pipe
) -> None:
    own.send(signal.SIGSTOP)
    asked = asyncio.create_task(fragile.call("PING"))
    await asyncio.sleep(0.05)
    own.kill()
    async with asyncio.timeout(10):
        with pytest.raises(FateUnknown):
            await asked


async def test_a_hung_server_is_given_up(own: TcpServer, fragile: Pipe) -> None:
    own.send(signal.SIGSTOP)
    async with asyncio.timeout(10):
        first = asyncio.create_task(fragile.call("PING"))
        await asyncio.sleep(0.1)
        second = asyncio.create_task(fragile.call("PING"))
        with pytest.raises(FateUnknown):
            await first
        with pytest.raises(StoreUnavailable):
            await second
    own.send(signal.SIGCONT)
    assert await fragile.ask("PING") == b"PONG"


async def test_an_answer_that_comes_too_late_is_given_to_nobody(
    own: TcpServer, fragile: Pipe
) -> None:
    own.send(signal.SIGSTOP)
    with pytest.raises(FateUnknown):
        await fragile.call("ECHO", "late")
    own.send(signal.SIGCONT)
    assert await fragile.call("ECHO", "fresh") == b"fresh"


async def test_a_server_that_is_back_is_found_without_a_restart(
    own: TcpServer, fragile: Pipe
) -> None:
    own.kill()
    with pytest.raises((StoreUnavailable, FateUnknown)):
        await fragile.call("PING")
    await asyncio.to_thread(own.start)
    assert await fragile.call("PING") == b"PONG"


async def test_a_restart_between_two_calls_goes_unnoticed(own: TcpServer, fragile: Pipe) -> None:
    own.kill()
    await asyncio.to_thread(own.start)
    assert await fragile.call("PING") == b"PONG"


async def test_a_closed_pipe_leaves_nobody_waiting(own: TcpServer) -> None:
    pipe = Pipe(own.url, SECONDS)
    await pipe.call("PING")
    own.send(signal.SIGSTOP)
    asked = asyncio.create_task(pipe.call("PING"))
    await asyncio.sleep(0.05)
    await pipe.aclose()
    with pytest.raises(FateUnknown):
        await asked
    with pytest.raises(StoreUnavailable):
        await pipe.call("PING")
