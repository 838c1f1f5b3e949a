"""A simulated server: sessions bring it commands, one batch at a time, and take its replies."""

import asyncio
from collections.abc import Callable
from contextvars import Context
from typing import Any, NamedTuple

from hiredis import Reader

from store.client.connection import Connection
from tests.simulation.loop import CURRENT
from tests.simulation.store.engine import Engine
from tests.simulation.store.streams import read_arguments
from tests.simulation.store.values import number


class Fate(NamedTuple):
    """What becomes of a request on its way: how long each way takes, and where it gets lost."""

    there: float = 0.0
    back: float = 0.0
    lost: str | None = None  # "request" or "reply"


class Blocked(NamedTuple):
    session: "Session"
    words: list[bytes]
    names: frozenset[bytes]
    timer: asyncio.TimerHandle
    replies: list[Any]
    rest: list[list[bytes]]
    fate: Fate


class SimulatedServer:
    def __init__(self, engine: Engine, context: Context | None = None) -> None:
        self.engine = engine
        self.up = True
        self.stalled_until = 0.0
        self.context = context  # its work belongs to no client
        self.fate: Callable[[Session, int], Fate] = lambda *_: Fate()
        self.on_batch: Callable[[Session, list[list[bytes]]], None] = lambda *_: None
        self.on_reply: Callable[[list[bytes], Any], None] = lambda *_: None
        self.sessions: dict[Session, None] = {}
        self._blocked: list[Blocked] = []

    def stop(self) -> None:
        """Go down: every connection breaks."""
        self.up = False
        for blocked in self._blocked:
            blocked.timer.cancel()
        self._blocked.clear()
        for session in list(self.sessions):
            session.break_off()

    def forget(self, session: "Session") -> None:
        """Stop waiting for a client that has gone."""
        for blocked in [each for each in self._blocked if each.session is session]:
            blocked.timer.cancel()
            self._blocked.remove(blocked)

    def arrive(self, session: "Session", batch: list[list[bytes]], fate: Fate) -> None:
        """Execute a batch; a stalled server does so when it goes on."""
        loop = asyncio.get_running_loop()
        if not self.up:
            session.break_off()
        elif loop.time() < self.stalled_until:
            self.later(self.stalled_until - loop.time(), self.arrive, session, batch, fate)
        else:
            self.on_batch(session, batch)
            self._execute(session, batch, [], fate)
            self._serve_blocked()

    def later(self, seconds: float, callback: Callable[..., Any], *args: Any) -> Any:
        return asyncio.get_running_loop().call_later(seconds, callback, *args, context=self.context)

    def _execute(
        self, session: "Session", batch: list[list[bytes]], replies: list[Any], fate: Fate
    ) -> None:
        for place, words in enumerate(batch):
            reply = self.engine.execute(words)
            self.on_reply(words, reply)
            if reply is None and words[0] == b"XREAD" and (wait := _block_ms(words)) is not None:
                names = frozenset(read_arguments(tuple(words))[0])
                timer = self.later(wait / 1000, self._time_out, session)
                rest = batch[place + 1 :]
                self._blocked.append(Blocked(session, words, names, timer, replies, rest, fate))
                return
            replies.append(reply)
        session.reply(replies, fate)

    def _serve_blocked(self) -> None:
        while self.engine.extended:
            grown, self.engine.extended = self.engine.extended, set()
            for blocked in [each for each in self._blocked if not grown.isdisjoint(each.names)]:
                reply = self.engine.execute(_only(blocked.words, grown))
                if reply is not None:
                    self._unblock(blocked, reply)

    def _time_out(self, session: "Session") -> None:
        for blocked in [each for each in self._blocked if each.session is session]:
            self._unblock(blocked, None)

    def _unblock(self, blocked: Blocked, reply: Any) -> None:
        self._blocked.remove(blocked)
        blocked.timer.cancel()
        replies = [*blocked.replies, reply]
        self._execute(blocked.session, blocked.rest, replies, blocked.fate)


class Session:
    """One connection as the network sees it."""

    def __init__(self, server: SimulatedServer, client: "SimulatedConnection") -> None:
        self.server = server
        self.client: SimulatedConnection | None = client
        self.owner = CURRENT.get(None)  # the process on the other side, in a simulation
        self._reader = Reader()
        self._free_at = 0.0  # requests of one connection arrive in order
        self._read_at = 0.0
        self._lost: set[str] = set()  # a stream of bytes loses all that follows what it has lost
        server.sessions[self] = None

    def request(self, batch: list[list[bytes]]) -> None:
        fate = self.server.fate(self, len(batch))
        if self._loses("request", fate):
            self.server.later(fate.there, self.break_off)
            return
        now = asyncio.get_running_loop().time()
        self._free_at = max(self._free_at, now + fate.there)
        self.server.later(self._free_at - now, self.server.arrive, self, batch, fate)

    def reply(self, replies: list[Any], fate: Fate) -> None:
        if self._loses("reply", fate):
            self.server.later(fate.back, self.break_off)
            return
        now = asyncio.get_running_loop().time()
        self._read_at = max(self._read_at, now + fate.back)
        self.server.later(self._read_at - now, self._deliver, replies)

    def _loses(self, kind: str, fate: Fate) -> bool:
        if fate.lost == kind:
            self._lost.add(kind)
        return kind in self._lost

    def break_off(self) -> None:
        """Break the connection from outside; the client notices."""
        client, self.client = self.client, None
        self.server.sessions.pop(self, None)
        self.server.forget(self)
        if client is not None:
            client.drop(ConnectionResetError("connection reset"))

    def write(self, packed: bytes) -> None:
        self._reader.feed(packed)
        self.request([*iter(self._reader.gets, False)])

    def abort(self) -> None:
        """The client has gone; what it sent still arrives."""
        self.client = None
        self.server.sessions.pop(self, None)
        self.server.later(0.001, self.server.forget, self)

    def _deliver(self, replies: list[Any]) -> None:
        if self.client is not None:
            self.client.arrived(replies)


SERVERS: dict[str, SimulatedServer] = {}  # by URL


class SimulatedConnection(Connection):
    """Stands in for the connection of the product: only the network below it is another one."""

    def __init__(self, url: str, seconds: float, on_error: Callable[[Exception], None]) -> None:
        self._url = url
        self._begin(seconds, on_error)

    async def _connect(self) -> None:
        server = SERVERS[self._url]
        if not server.up:
            raise ConnectionRefusedError("connection refused")
        self.link = Session(server, self)

    def arrived(self, replies: list[Any]) -> None:
        for reply in replies:
            self.reply(reply)


def _only(words: list[bytes], grown: set[bytes]) -> list[bytes]:
    """Return the command for the streams that grew: the others were empty when it blocked."""
    names, ids, _ = read_arguments(tuple(words))
    chosen = [(name, id_) for name, id_ in zip(names, ids, strict=True) if name in grown]
    options = words[: len(words) - 2 * len(names)]
    return [*options, *(name for name, _ in chosen), *(id_ for _, id_ in chosen)]


def _block_ms(words: list[bytes]) -> int | None:
    for place, word in enumerate(words[:8]):
        if word.upper() == b"BLOCK":
            return number(words[place + 1])
        if word.upper() == b"STREAMS":
            return None
    return None
