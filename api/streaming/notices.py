"""The streams of notices, of the lobby or of one player: all notices are read once."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any, NamedTuple, TypeAlias

from msgspec import json

from api.streaming import sse
from api.streaming.channel import Channel, Subscriber
from api.streaming.frames import LobbyNotice
from api.streaming.registry import StreamRegistry
from api.streaming.session import PendingFrames, Source
from application.lib.backoff import Backoff
from application.lib.lru import Lru
from application.player_names import PlayerNames
from application.ports.event_log import StoreUnavailable
from application.ports.notices import Notice, Notices, id_order
from application.ports.world import World
from application.settings import Settings
from domain.kernel.ids import PlayerId
from projections.notices.notice import LOBBY, StoredLobbyNotice
from projections.table_list.listed import listed, people_in

READ_SECONDS = 0.1  # between two reads of new notices: one command for all streams
AT_ONCE = 500
FRAMES_KEPT = 2_000
GAP_SECONDS = 10.0  # after such a time without a read, notices may have been dropped unread
RENEW_SECONDS = 5.0  # between two renewals of what open streams keep alive

logger = logging.getLogger("ludotheque")
Renew: TypeAlias = Callable[[Collection[PlayerId]], Awaitable[None]]
MakeFirst: TypeAlias = Callable[[bool], Awaitable[bytes]]  # given whether the stream resumes
_stored = json.Decoder(StoredLobbyNotice)


class NoticeFrame(NamedTuple):
    id: str
    game: str
    content: bytes


class NoticeChannel(Channel[NoticeFrame]):
    """The notices of one subject: the lobby, or a player."""

    def __init__(self, subject: str, reader: "NoticeReader") -> None:
        super().__init__(key_of(subject), reader.settings.most_behind)
        self.subject = subject
        self.reader = reader

    async def open(self) -> None:
        await self.reader.add(self)

    def close(self) -> None:
        super().close()
        self.reader.remove(self)


def key_of(subject: str) -> tuple[str, str]:
    """Return the key of the channel of a subject."""
    return "notices", subject


class NoticeReader:
    """Reads new notices for all channels of a process while there are any."""

    def __init__(
        self, notices: Notices, names: PlayerNames, world: World, settings: Settings, renew: Renew
    ) -> None:
        """`renew` gets the players who listen, every few seconds."""
        self.settings = settings
        self.position = ""  # the id of the last notice that was read
        self._notices, self._names, self._world = notices, names, world
        self._renew = renew
        self._frames: Lru[str, NoticeFrame] = Lru(FRAMES_KEPT)
        self._channels: dict[str, NoticeChannel] = {}
        self._task: asyncio.Task[None] | None = None
        self._adding = asyncio.Lock()

    async def add(self, channel: NoticeChannel) -> None:
        """Hand all notices from now on to a channel."""
        async with self._adding:
            if self._task is None:
                self.position = await self._notices.last()
                self._task = asyncio.create_task(self._follow())
            self._channels[channel.subject] = channel

    def remove(self, channel: NoticeChannel) -> None:
        if self._channels.get(channel.subject) is channel:
            del self._channels[channel.subject]
        if not self._channels and self._task is not None:
            self._task.cancel()
            self._task = None

    async def kept(self, subject: str, after: str) -> tuple[Sequence[NoticeFrame], bool] | None:
        """Return the notices of a subject after this id, and whether none of them was dropped.

        None if no notice can have had this id.
        """
        wanted = id_order(after)
        if wanted > id_order(self.position) and wanted > id_order(await self._notices.last()):
            return None
        kept = await self._notices.kept(subject, after, self._world.now())
        return [await self._frame(each) for each in kept.notices], kept.complete

    async def _frame(self, notice: Notice) -> NoticeFrame:
        """Return the frame of a notice; each is rendered once."""
        found = self._frames.used(notice.id)
        if found is None:
            game, content = await self._render(notice)
            found = NoticeFrame(notice.id, game, sse.event(notice.id, content))
            self._frames.put(notice.id, found)
        return found

    async def _render(self, notice: Notice) -> tuple[str, bytes]:
        """Return the game and the content; a notice of the lobby has the names of the people."""
        if LOBBY not in notice.subjects:
            return "", notice.body
        stored = _stored.decode(notice.body)
        names = await self._names.of(people_in([stored.row]))
        seen = LobbyNotice(stored.type, stored.at, listed(stored.row, names))
        return stored.row.game, json.encode(seen)

    async def _follow(self) -> None:
        try:
            await self._read_on()
        except Exception:
            logger.exception("the streams of notices failed")
            self._task = None
            self._end_all("store_unavailable")

    def _end_all(self, reason: str) -> None:
        for channel in list(self._channels.values()):
            channel.end(reason)

    async def _read_on(self) -> None:
        now = asyncio.get_running_loop().time
        backoff = Backoff(READ_SECONDS, 1.0)
        read_at, kept_at = now(), 0.0
        while True:
            try:
                found = await self._notices.after(self.position, AT_ONCE)
                if now() - read_at > GAP_SECONDS:
                    self._end_all("lagging")
                read_at = now()
                await self._deliver(found)
                if now() - kept_at > min(RENEW_SECONDS, self.settings.seek_seconds / 3):
                    kept_at = now()
                    await self._renew([each for each in self._channels if each != LOBBY])
                backoff.reset()
                await asyncio.sleep(0 if len(found) == AT_ONCE else READ_SECONDS)
            except StoreUnavailable:
                await asyncio.sleep(backoff.next())

    async def _deliver(self, found: Sequence[Notice]) -> None:
        frames: dict[str, list[NoticeFrame]] = {}
        async with self._adding:  # a channel that is added now gets all of them, or none
            for notice in found:
                for subject in self._channels.keys() & notice.subjects:
                    frames.setdefault(subject, []).append(await self._frame(notice))
            for subject, fresh in frames.items():
                if (channel := self._channels.get(subject)) is not None:
                    channel.extend(fresh)
            self.position = found[-1].id if found else self.position


@asynccontextmanager
async def notices_of(
    player: PlayerId, streams: StreamRegistry, reader: NoticeReader
) -> AsyncIterator[Subscriber]:
    """Give a subscriber that every notice of a player wakes."""
    subscriber = Subscriber()
    channel = await streams.subscribe(
        key_of(player), lambda: NoticeChannel(player, reader), subscriber
    )
    try:
        yield subscriber
    finally:
        streams.unsubscribe(channel, subscriber)


class NoticeRequest(NamedTuple):
    subject: str
    make_first: MakeFirst
    game: str | None = None  # only notices of this game
    after: str | None = None  # the last notice that the client has


class NoticeCursor(NamedTuple):
    position: int  # in the channel
    id: str  # the last notice that was sent, or the point where the stream begins


class NoticeSource(Source[NoticeChannel, NoticeCursor]):
    def __init__(self, reader: NoticeReader, request: NoticeRequest) -> None:
        self.key = key_of(request.subject)
        self._reader = reader
        self._request = request

    def make_channel(self) -> NoticeChannel:
        return NoticeChannel(self._request.subject, self._reader)

    async def first(self) -> PendingFrames[NoticeCursor]:
        """Return the first frame, and what was kept since the last stream of this client."""
        asked = self._request
        self.cursor = begin = NoticeCursor(self.channel.position, self._reader.position)
        kept = asked.after and await self._reader.kept(asked.subject, asked.after)
        if not asked.after or not kept:
            return PendingFrames(sse.beginning(begin.id) + await asked.make_first(False), begin)
        frames, is_complete = kept
        first = sse.beginning(asked.after) + await asked.make_first(is_complete)
        last = frames[-1].id if frames else asked.after
        return PendingFrames(first + self._content(frames), NoticeCursor(begin.position, last))

    def news_now(self) -> PendingFrames[NoticeCursor] | None:
        frames, sent = self.channel.after(self.cursor.position), self.cursor.id
        if frames is None:
            return None
        if not frames:
            return PendingFrames(b"", self.cursor)
        after = id_order(sent)
        fresh = [each for each in frames if id_order(each.id) > after]
        last = fresh[-1].id if fresh else sent
        return PendingFrames(self._content(fresh), NoticeCursor(self.channel.position, last))

    def _content(self, frames: Sequence[NoticeFrame]) -> bytes:
        game = self._request.game
        return b"".join(each.content for each in frames if game in (None, each.game))

    def resume_from(self) -> Mapping[str, Any]:
        return {"last_event_id": self.cursor.id}
