"""The streams of notices in one process: notices are read once, and each is rendered once."""

import asyncio
import logging
from collections import OrderedDict, deque
from collections.abc import Awaitable, Callable, Collection, Sequence
from contextlib import suppress
from typing import NamedTuple

from api.streaming import sse
from api.streaming.subscriber import Subscriber
from api.streaming.token_check import lost_tokens
from application.backoff import Backoff
from application.ports.accounts import Accounts
from application.ports.event_log import StoreUnavailable
from application.ports.notices import Notice, Notices, id_order
from application.settings import Settings
from domain.kernel.ids import PlayerId
from projections.notices.notice import LOBBY

READ_SECONDS = 0.1  # between two reads of new notices: one command for all streams
AT_ONCE = 500
FRAMES_KEPT = 2_000
GAP_SECONDS = 10.0  # after such a time without a read, notices may have been dropped unread
KEEP_SECONDS = 5.0  # between two renewals of what open streams keep alive

logger = logging.getLogger("ludotheque")


class Frame(NamedTuple):
    id: str
    game: str
    content: bytes  # of the frame of the stream


class Listener:
    """The notices that one stream has yet to send."""

    def __init__(self, subject: str, game: str | None, subscriber: Subscriber, most: int) -> None:
        self.subject = subject
        self.subscriber = subscriber
        self._game = game
        self._most = most
        self._waiting: deque[Frame] = deque()
        self._lost = False
        self.sent = ""  # id of the last notice that was sent, or of the point where it begins

    def offer(self, frame: Frame) -> None:
        if self._game not in (None, frame.game):
            return
        self._waiting.append(frame)
        self._lost = self._lost or len(self._waiting) > self._most
        self.subscriber.advance()

    def waiting(self) -> bytes | None:
        """Return all that waits; None if it was too much."""
        if self._lost:
            return None
        return b"".join(frame.content for frame in self._waiting if self._is_new(frame))

    def took(self) -> None:
        """Take note that all that waited was sent."""
        if self._waiting:
            self.sent = max(self.sent, self._waiting[-1].id, key=id_order)
            self._waiting.clear()

    def resume(self, after: str, frames: Sequence[Frame]) -> bytes:
        """Continue after a notice; return those that were kept since."""
        self.sent = frames[-1].id if frames else after
        return b"".join(f.content for f in frames if self._game in (None, f.game))

    def _is_new(self, frame: Frame) -> bool:
        return id_order(frame.id) > id_order(self.sent)


class NoticeHub:
    def __init__(
        self,
        notices: Notices,
        accounts: Accounts,
        settings: Settings,
        render: Callable[[Notice], Awaitable[Frame]],
        keep: Callable[[Collection[PlayerId]], Awaitable[None]],
    ) -> None:
        """`keep` gets the players who listen, every few seconds."""
        self._notices = notices
        self._accounts = accounts
        self._settings = settings
        self._render = render
        self._keep = keep
        self._frames: OrderedDict[str, Frame] = OrderedDict()
        self._listeners: dict[str, set[Listener]] = {}
        self._task: asyncio.Task[None] | None = None
        self._starting = asyncio.Lock()
        self._closing = False
        self.position = ""  # the id of the last notice that was read

    async def add(self, listener: Listener) -> None:
        """Hand all notices from now on to a listener."""
        async with self._starting:
            if self._task is None:
                self.position = await self._notices.last()
                self._task = asyncio.create_task(self._follow())
            listener.sent = self.position
            self._listeners.setdefault(listener.subject, set()).add(listener)
        if self._closing:
            listener.subscriber.end("shutdown")

    def remove(self, listener: Listener) -> None:
        others = self._listeners.get(listener.subject, set())
        others.discard(listener)
        if not others:
            self._listeners.pop(listener.subject, None)
        if not self._listeners and self._task is not None:
            self._task.cancel()
            self._task = None

    async def knows(self, id_: str) -> bool:
        """Return whether notices may have come to this id; a greater one was never given."""
        if id_order(id_) <= id_order(self.position):
            return True
        return id_order(id_) <= id_order(await self._notices.last())

    async def frame(self, notice: Notice) -> Frame:
        """Return the frame of a notice; each is rendered once."""
        found = self._frames.get(notice.id)
        if found is None:
            found = self._frames[notice.id] = await self._render(notice)
            if len(self._frames) > FRAMES_KEPT:
                self._frames.popitem(last=False)
        return found

    def end_streams_of(self, tokens: Collection[bytes]) -> None:
        """End the streams that were opened with tokens that are no longer valid."""
        for listener in self._all():
            if listener.subscriber.token in tokens:
                listener.subscriber.end("token_unknown")

    def close(self) -> None:
        """End every stream, also those that are opened from now on: the process is ending."""
        self._closing = True
        self._end_all("shutdown")

    async def aclose(self) -> None:
        self.close()
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def _all(self) -> list[Listener]:
        return [each for listeners in self._listeners.values() for each in listeners]

    def _end_all(self, reason: str) -> None:
        for listener in self._all():
            listener.subscriber.end(reason)

    async def _follow(self) -> None:
        try:
            await self._read_on()
        except Exception:
            logger.exception("the streams of notices failed")
            self._task = None
            self._end_all("store_unavailable")

    async def _read_on(self) -> None:
        now = asyncio.get_running_loop().time
        backoff = Backoff(READ_SECONDS, 1.0)
        read_at = checked_at = now()
        kept_at = 0.0
        while True:
            try:
                found = await self._notices.after(self.position, AT_ONCE)
                if now() - read_at > GAP_SECONDS:
                    self._end_all("lagging")
                read_at = now()
                await self._deliver(found)
                if now() - kept_at > min(KEEP_SECONDS, self._settings.seek_seconds / 3):
                    kept_at = now()
                    await self._keep([each for each in self._listeners if each != LOBBY])
                if now() - checked_at > self._settings.heartbeat_seconds:
                    checked_at = now()
                    await self._check_tokens()
                backoff.reset()
                await asyncio.sleep(0 if len(found) == AT_ONCE else READ_SECONDS)
            except StoreUnavailable:
                await asyncio.sleep(backoff.next())

    async def _deliver(self, found: Collection[Notice]) -> None:
        for notice in found:
            concerned = [s for s in notice.subjects if s in self._listeners]
            if concerned:
                frame = await self.frame(notice)
                for subject in concerned:
                    for listener in list(self._listeners.get(subject, ())):
                        listener.offer(frame)
            self.position = notice.id

    async def _check_tokens(self) -> None:
        used = {each.subscriber.token for each in self._all()} - {None}
        with suppress(StoreUnavailable):
            self.end_streams_of(await lost_tokens(self._accounts, [t for t in used if t]))


def frame_of(notice: Notice, game: str, content: bytes) -> Frame:
    return Frame(notice.id, game, sse.event(notice.id, content))
