"""A channel takes what its process stores as it is, and reads only what others have stored."""

import asyncio
from collections.abc import AsyncIterator, Callable
from operator import itemgetter
from types import ModuleType
from typing import Any

import pytest

from api.streaming import sse
from api.streaming.channel import Channel, Sources
from api.streaming.news import News
from api.streaming.subscriber import Subscriber
from api.streaming.viewer import Viewer
from application.settings import Settings
from application.table_cache import TableCache
from application.world import RealWorld
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
    def __init__(self, party: Party, channel: Channel, reports: Reports) -> None:
        self.party = party
        self.channel = channel
        self.reports = reports
        self.sent: list[bytes] = []

    def write(self, content: bytes) -> bool:
        self.sent.append(content)
        return True

    def listen(self, player: str | None) -> News:
        """Add a stream that can always be written to."""
        viewer = Viewer(player, invited=False)
        news = News(viewer, None, False, None, self.channel.version)
        subscriber = Subscriber(player, None, f"{len(self.sent)}:{player or ''}", 0, lambda: None)

        def push() -> bool:
            viewer.look_at(self.channel.live)
            return news.push(self.channel, self.write)

        subscriber.push = push
        self.channel.add(subscriber)
        return news

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
        return {each.end_reason for each in self.channel._subscribers}


@pytest.fixture
async def room() -> AsyncIterator[Room]:
    log, reports = MemoryLog(), Reports()
    tables = TableCache(log, RealWorld())
    party = await started(tables)
    sources = Sources(log, reports, tables, lambda _: None)
    channel = Channel(await party.live(), sources, Settings())
    await channel.open()
    yield Room(party, channel, reports)
    channel.close()


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
    assert news.sent == room.channel.version == live.version
    room.reports.heard[live.table](live.version)  # the feed reports it, too
    await turn_of_the_loop()
    assert room.channel.reads == 0


async def test_a_report_that_overtakes_the_reply_causes_no_read(room: Room) -> None:
    with room.channel:  # while a command is being stored
        room.channel.heard(room.channel.version + 1)
        await turn_of_the_loop()
        assert room.channel.reads == 0
        await room.party.play()
    await turn_of_the_loop()
    assert room.channel.reads == 0


async def test_what_another_process_stores_is_read_once(room: Room) -> None:
    news = room.listen(None)
    log, live = room.party.tables.log, await room.party.live()
    other = elsewhere(log, RealWorld(), room.party)
    await other.play()
    last = (await other.live()).version
    room.reports.heard[live.table](last)
    await turn_of_the_loop()
    assert (news.sent, room.channel.version, room.channel.reads) == (last, last, 1)


async def test_an_event_is_rendered_once_per_audience(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    rendered = count_calls(monkeypatch, sse, "event")
    for player in (*room.party.players, None, None, None):
        room.listen(player)
    before = room.channel.version
    await room.party.play()
    await turn_of_the_loop()
    events = room.channel.events_after(before)
    assert events is not None
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
    viewer = Viewer(player, invited=False)
    news = News(viewer, None, False, None, room.channel.version)
    room.listen(player)
    for _ in range(5):
        await room.party.play()
        await turn_of_the_loop()
        viewer.look_at(room.channel.live)
        rendered = news.render(room.channel, {})
        assert rendered is not None
        assert rendered.content == room.sent.pop()
        news.took(rendered)


async def test_what_cannot_be_written_at_once_is_left_to_the_task(room: Room) -> None:
    news = room.listen(None)
    assert news.push(room.channel, room.write)  # there is nothing new
    assert room.sent == []
    before = news.sent
    await room.party.play()
    assert not news.push(room.channel, lambda _: False)
    assert news.sent == before
    news.sent = -room.channel.version  # far behind: the channel has not kept what comes next
    assert not news.push(room.channel, room.write)
    assert room.sent == []
    news.sent = before


async def test_a_closed_channel_follows_nothing(room: Room) -> None:
    room.channel.close()
    assert room.reports.heard == {}
    assert room.party.tables.watchers == {}
    await room.party.play()


async def test_streams_end_if_a_fail_over_loses_what_they_have_seen(room: Room) -> None:
    news, party = room.listen(None), room.party
    await room.lose_a_command()
    seen = news.sent
    other = elsewhere(party.tables.log, RealWorld(), party)
    while (version := (await other.live()).version) <= seen:  # other events take their places
        await other.play(pick=itemgetter(-1))
    room.reports.gaps += 1
    room.reports.heard[party.table](version)
    await turn_of_the_loop()
    assert news.sent == seen
    assert room.end_reasons() == {"history_rewritten"}


async def test_streams_end_if_nothing_has_replaced_what_a_fail_over_lost(room: Room) -> None:
    room.listen(None)
    before = await room.lose_a_command()
    room.reports.gaps += 1
    room.reports.heard[room.party.table](before)  # an older version than that of the streams
    await turn_of_the_loop()
    assert room.end_reasons() == {"history_rewritten"}


async def test_streams_go_on_after_a_gap_in_which_nothing_was_lost(room: Room) -> None:
    news, live = room.listen(None), await room.party.live()
    other = elsewhere(room.party.tables.log, RealWorld(), room.party)
    await other.play()
    room.reports.gaps += 1
    room.reports.heard[live.table]((await other.live()).version)
    await turn_of_the_loop()
    assert news.sent == (await other.live()).version
    assert room.end_reasons() == {None}


async def test_a_command_that_replaces_what_streams_have_seen_ends_them(room: Room) -> None:
    room.listen(None)
    await room.lose_a_command()
    await room.party.play(pick=itemgetter(-1))  # before the follower knows anything
    await turn_of_the_loop()
    assert room.end_reasons() == {"history_rewritten"}
