"""Every kind of stream is a session of a source: all resume, keep alive and end the same way."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any, cast

import pytest

from api.streaming import sse
from api.streaming.channel import Channel
from api.streaming.registry import StreamRegistry
from api.streaming.session import PendingFrames, Session, Source, StreamOwner
from api.transport.exchange import STREAM
from application.ports.event_log import StoreUnavailable
from application.settings import Settings
from application.world import RealWorld
from tests.support.servers.processes import eventually

pytestmark = pytest.mark.anyio
MOST = 4


class Numbers(Channel[int]):
    async def open(self) -> None:
        self.extend(range(1, 4))


class NumberSource(Source[Numbers, int]):
    """Sends numbers; those that the channel no longer has are the past."""

    key = "numbers"

    def __init__(self, after: int, fails: bool = False) -> None:
        self.cursor = after
        self._fails = fails

    def make_channel(self) -> Numbers:
        return Numbers(self.key, MOST)

    async def first(self) -> PendingFrames[int]:
        if self._fails:
            raise StoreUnavailable
        return PendingFrames(b"first\n", self.cursor)

    async def past(self) -> PendingFrames[int] | None:
        if self.channel.after(self.cursor) is not None:
            return None
        return PendingFrames(b"past %d\n" % (self.cursor + 1), self.cursor + 1)

    def news_now(self) -> PendingFrames[int] | None:
        found = self.channel.after(self.cursor)
        if found is None:
            return None
        return PendingFrames(b"".join(b"%d\n" % each for each in found), self.channel.position)

    def resume_from(self) -> Mapping[str, Any]:
        return {"next": self.cursor}


class Reader:
    """The other end of a stream: an exchange that can be written to at once while it reads."""

    def __init__(self) -> None:
        self.writes: list[bytes] = []
        self.is_awaited = False  # by the task of the stream
        self.reads = asyncio.Event()
        self.reads.set()

    def begin_stream(self) -> None:
        pass

    def abort_after(self, seconds: float) -> None:
        pass

    def write_now(self, content: bytes) -> bool:
        if self.reads.is_set():
            self.writes.append(content)
        return self.reads.is_set()

    async def receive(self) -> Any:
        await asyncio.Event().wait()

    async def send(self, message: Any) -> None:
        self.is_awaited = not self.reads.is_set()
        await self.reads.wait()
        self.writes.append(message.get("body", b""))

    @property
    def content(self) -> bytes:
        return b"".join(self.writes)


class NoLimits:
    """Counts no stream, and knows every token."""

    @asynccontextmanager
    async def stream(self, *_: object) -> AsyncIterator[None]:
        yield


class Process:
    """The streams of one process."""

    def __init__(self, **settings: Any) -> None:
        no_limits = cast("Any", NoLimits())
        self.ended: list[str] = []
        self.registry = StreamRegistry(
            Settings(**settings), RealWorld(), no_limits, no_limits, self.ended.append
        )

    def open(
        self, source: Source[Any, Any], seconds: float = 600
    ) -> tuple[Reader, "asyncio.Task[None]"]:
        reader = Reader()
        scope: Any = {"extensions": {STREAM: {"exchange": reader}}}
        session = Session(self.registry, StreamOwner(None, None, "192.0.2.1", seconds), source)
        return reader, asyncio.create_task(session(scope, reader.receive, reader.send))

    @property
    def channel(self) -> Numbers:
        return cast("Numbers", self.registry._channels["numbers"])


@pytest.fixture
async def process() -> AsyncIterator[Process]:
    process = Process()
    yield process
    await process.registry.aclose()


async def test_a_stream_sends_the_past_then_news_then_where_to_continue(process: Process) -> None:
    reader, stream = process.open(NumberSource(-2))
    await eventually(lambda: b"3\n" in reader.content)
    process.channel.extend([4])
    process.channel.extend([5])
    await eventually(lambda: b"5\n" in reader.content)
    process.registry.close()
    await stream
    assert reader.writes[1:-1] == [b"first\n", b"past -1\n", b"past 0\n", b"1\n2\n3\n", b"4\n5\n"]
    assert reader.writes[-1] == b'event: bye\ndata: {"reason":"shutdown","next":5}\n\n'
    assert (process.ended, process.registry.open) == (["shutdown"], 0)


@pytest.mark.parametrize("after", [0, 1, 3])
async def test_what_the_channel_has_is_not_read_again(process: Process, after: int) -> None:
    reader, stream = process.open(NumberSource(after), seconds=0)
    await stream
    news = b"".join(b"%d\n" % each for each in range(after + 1, 4))
    assert reader.content.startswith(b"first\n" + news + b"event: bye")
    assert process.ended == ["max_seconds"]


async def test_a_reader_that_falls_behind_is_lagging(process: Process) -> None:
    reader, stream = process.open(NumberSource(0))
    await eventually(lambda: b"3\n" in reader.content)
    reader.reads.clear()
    process.channel.extend([4])
    await eventually(lambda: reader.is_awaited)
    for number in range(MOST + 1):
        process.channel.extend([5 + number])
    reader.reads.set()
    await stream
    assert reader.content.endswith(b'4\nevent: bye\ndata: {"reason":"lagging","next":4}\n\n')


async def test_a_store_that_does_not_answer_ends_the_stream(process: Process) -> None:
    _, stream = process.open(NumberSource(0, fails=True))
    await stream
    assert process.ended == ["store_unavailable"]


async def test_a_comment_that_cannot_be_written_at_once_is_written_by_the_task() -> None:
    process = Process(heartbeat_seconds=0.1)
    reader, stream = process.open(NumberSource(0))
    await eventually(lambda: reader.content.count(sse.KEEP_ALIVE) >= 2)
    reader.reads.clear()
    await eventually(lambda: reader.is_awaited)
    before = len(reader.writes)
    reader.reads.set()
    await eventually(lambda: len(reader.writes) > before)
    await process.registry.aclose()
    await stream
    assert set(reader.writes[3:-1]) == {sse.KEEP_ALIVE}


async def test_a_channel_that_has_ended_gets_no_other_stream(process: Process) -> None:
    _, stream = process.open(NumberSource(0))
    await eventually(lambda: process.registry.open == 1 and process.channel.is_open)
    ended = process.channel
    ended.end("history_rewritten")
    reader, other = process.open(NumberSource(0))
    await stream
    await eventually(lambda: b"3\n" in reader.content)
    assert process.channel is not ended
    process.registry.close()
    await other
    assert process.ended == ["history_rewritten", "shutdown"]


async def test_a_stream_that_opens_while_the_process_ends_ends_at_once(process: Process) -> None:
    process.registry.close()
    reader, stream = process.open(NumberSource(3))
    await stream
    assert reader.writes[-1] == b'event: bye\ndata: {"reason":"shutdown","next":3}\n\n'
