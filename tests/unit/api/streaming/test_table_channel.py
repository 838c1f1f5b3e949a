"""A channel takes what its process stores as it is, and reads only what others have stored."""

import asyncio
from collections.abc import AsyncIterator, Callable
from operator import itemgetter
from types import ModuleType
from typing import Any, cast

import pytest

from api.streaming import sse
from api.streaming.channel import Subscriber
from api.streaming.session import Session
from api.streaming.table_channel import TableChannel, TableStreams
from api.streaming.table_source import TableCursor, TableRequest, TableSource
from api.streaming.writer import StreamWriter
from application.table_cache import TableCache
from application.world import RealWorld
from domain.judging.commit import decode_events
from domain.judging.live_table import LiveTable
from domain.kernel.ids import TableId
from tests.support.stores.memory_log import MemoryLog
from tests.support.tables.party import Party, elsewhere, started

pytestmark = pytest.mark.anyio


class Reports:
    """A follower that reports when a test lets it."""

    def __init__(self) -> None:
        self.heard: dict[TableId, Callable[[int], bool]] = {}
        self.gaps = 0

    async def follow(self, table: TableId, heard: Callable[[int], bool]) -> None:
        self.heard[table] = heard

    def unfollow(self, table: TableId, heard: Callable[[int], bool]) -> None:
        del self.heard[table]

    async def wait(self, table: TableId, version: int, timeout: float) -> bool:
        raise AssertionError("a channel does not wait")

    def release(self) -> None:
        raise AssertionError


class Room:
    def __init__(self, party: Party, shared: TableStreams, live: LiveTable) -> None:
        self.party = party
        self.shared = shared
        self.channel = TableChannel(live, shared)
        self.sent: list[bytes] = []
        self.can_write = True

    def write_now(self, content: bytes) -> bool:
        if self.can_write:
            self.sent.append(content)
        return self.can_write

    def source(self, player: str | None) -> TableSource:
        request = TableRequest(player, False, None, self.channel.position, None)
        source = TableSource(self.shared, self.channel.live, request)
        source.channel = self.channel
        return source

    def listen(self, player: str | None) -> TableSource:
        """Add a stream that waits for news."""
        source, unused = self.source(player), cast("Any", None)
        session = Session(unused, unused, source)
        session._writer = cast("StreamWriter", self)
        session._subscriber = subscriber = Subscriber(name=f"{len(self.sent)}:{player or ''}")
        subscriber.push = session._push
        self.channel.add(subscriber)
        return source

    def report(self, version: int) -> None:
        """Let the feed report a version."""
        cast("Reports", self.shared.follower).heard[self.party.table](version)

    def note_gap(self) -> None:
        self.shared.follower.gaps += 1

    async def lose_a_command(self) -> int:
        """Play a command that streams send and a fail-over loses; return the version before it."""
        log, live = self.party.tables.log, await self.party.live()
        assert isinstance(log, MemoryLog)
        kept = (live.table, live.head, live.version)
        await self.party.play()
        await turn_of_the_loop()
        log.fail_over(*kept)
        return kept[2]

    def end_reasons(self) -> set[str | None]:
        return {each.end_reason for each in self.channel.subscribers}


class NoPresence:
    """Tracks no room."""

    async def open(self, room: object) -> None:
        pass

    def changed(self, room: object) -> None:
        pass

    close = changed


@pytest.fixture
async def room() -> AsyncIterator[Room]:
    log, reports, world = MemoryLog(), Reports(), RealWorld()
    tables = TableCache(log, world)
    party, without = await started(tables), cast("Any", NoPresence())
    shared = TableStreams(log, reports, tables, presence=without, names=without, most_behind=256)
    room = Room(party, shared, await party.live())
    await room.channel.open()
    yield room
    room.channel.close()


def count_calls(monkeypatch: pytest.MonkeyPatch, module: ModuleType, name: str) -> list[Any]:
    """Note the arguments of every call of a function from now on."""
    calls: list[Any] = []
    real = getattr(module, name)

    def noted(*arguments: Any) -> Any:
        calls.append(arguments)
        return real(*arguments)

    monkeypatch.setattr(module, name, noted)
    return calls


async def turn_of_the_loop() -> None:
    for _ in range(3):
        await asyncio.sleep(0)


async def test_what_this_process_stores_is_handed_over_without_a_read(room: Room) -> None:
    news = room.listen(None)
    await room.party.play()
    await turn_of_the_loop()
    live = await room.party.live()
    assert news.cursor.sent == room.channel.position == live.version
    room.report(live.version)  # the feed reports it, too
    await turn_of_the_loop()
    assert room.channel.reads == 0


async def test_a_report_that_overtakes_the_reply_causes_no_read(room: Room) -> None:
    with room.channel:  # while a command is being stored
        room.channel.heard(room.channel.position + 1)
        await turn_of_the_loop()
        assert room.channel.reads == 0
        await room.party.play()
    await turn_of_the_loop()
    assert room.channel.reads == 0


async def test_what_another_process_stores_is_read_once(room: Room) -> None:
    news = room.listen(None)
    other = elsewhere(room.party.tables.log, RealWorld(), room.party)
    await other.play()
    last = (await other.live()).version
    room.report(last)
    await turn_of_the_loop()
    assert (news.cursor.sent, room.channel.position, room.channel.reads) == (last, last, 1)


async def test_an_event_is_rendered_once_per_audience(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    rendered = count_calls(monkeypatch, sse, "event")
    for player in (*room.party.players, None, None, None):
        room.listen(player)
    before = room.channel.position
    await room.party.play()
    await turn_of_the_loop()
    events = decode_events(await room.shared.log.read(room.party.table, before), b"")
    hidden = sum(each.recorded.event.audience().seats is not None for each in events)
    assert len(room.sent) == len(room.party.players) + 3
    assert len(rendered) == len(events) + hidden  # hidden ones also sealed
    assert len(set(room.sent)) <= 1 + hidden


async def test_commands_of_one_turn_of_the_loop_are_sent_together(room: Room) -> None:
    room.listen(None)
    await room.party.play()
    await room.party.play()
    await turn_of_the_loop()
    assert len(room.sent) == 1


async def test_what_is_pushed_is_what_the_task_of_a_stream_would_render(room: Room) -> None:
    player = room.party.players[0]
    by_task = room.source(player)
    room.listen(player)
    for _ in range(5):
        await room.party.play()
        await turn_of_the_loop()
        pending = await by_task.news()
        assert pending.content == room.sent.pop()
        by_task.mark_sent(pending)


async def test_what_cannot_be_written_at_once_is_left_to_the_task(room: Room) -> None:
    news, [subscriber] = room.listen(None), room.channel.subscribers
    assert subscriber.push is not None
    assert subscriber.push()  # there is nothing new
    assert room.sent == []
    before, room.can_write = news.cursor, False
    await room.party.play()
    assert not subscriber.push()
    assert news.cursor == before
    room.can_write = True
    news.cursor = TableCursor(-room.channel.position)  # the channel has not kept what comes next
    assert not subscriber.push()
    assert (await news.news()).end == "lagging"
    assert room.sent == []


async def test_a_closed_channel_follows_nothing(room: Room) -> None:
    room.channel.close()
    assert cast("Reports", room.shared.follower).heard == {}
    assert room.party.tables.watchers == {}
    await room.party.play()


async def test_streams_end_if_a_fail_over_loses_what_they_have_seen(room: Room) -> None:
    news, party = room.listen(None), room.party
    await room.lose_a_command()
    seen = news.cursor.sent
    other = elsewhere(party.tables.log, RealWorld(), party)
    while (version := (await other.live()).version) <= seen:  # other events take their places
        await other.play(pick=itemgetter(-1))
    room.note_gap()
    room.report(version)
    await turn_of_the_loop()
    assert news.cursor.sent == seen
    assert room.end_reasons() == {"history_rewritten"}


async def test_streams_end_if_nothing_has_replaced_what_a_fail_over_lost(room: Room) -> None:
    room.listen(None)
    before = await room.lose_a_command()
    room.note_gap()
    room.report(before)  # an older version than that of the streams
    await turn_of_the_loop()
    assert room.end_reasons() == {"history_rewritten"}


async def test_streams_go_on_after_a_gap_in_which_nothing_was_lost(room: Room) -> None:
    news = room.listen(None)
    other = elsewhere(room.party.tables.log, RealWorld(), room.party)
    await other.play()
    room.note_gap()
    room.report((await other.live()).version)
    await turn_of_the_loop()
    assert news.cursor.sent == (await other.live()).version
    assert room.end_reasons() == {None}


async def test_a_command_that_replaces_what_streams_have_seen_ends_them(room: Room) -> None:
    room.listen(None)
    await room.lose_a_command()
    await room.party.play(pick=itemgetter(-1))  # before the follower knows anything
    await turn_of_the_loop()
    assert room.end_reasons() == {"history_rewritten"}
