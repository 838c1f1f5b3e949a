"""A commit that was sent without waiting: taken over at its reply, or finished by `handle`."""

import asyncio
from typing import Any

import pytest

from application.attempt import Sent, send
from application.handle import handle
from application.ports.event_log import Appended, Reply
from domain.judging.commit import Commit
from domain.kernel.refusals import Rejected
from domain.table.commands import Sit
from tests.support.players.people import ANNE, BOB
from tests.support.tables.memory_table import MemoryServer, TrappedLog
from tests.support.tables.table_spec import by

pytestmark = pytest.mark.anyio
SIT = Sit()


class SendingLog(TrappedLog):
    """Stores what was sent at once; a reply is passed on, or lost, when the test says so."""

    loses_requests = False
    ids: list[bytes]

    def send(self, commit: Commit) -> "asyncio.Future[Any]":
        future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self.ids = [commit.id]
        self.stored = None if self.loses_requests else asyncio.ensure_future(super().append(commit))
        return future

    def has_appended(self, sent: "asyncio.Future[Any]") -> bool:
        return sent.exception() is None and isinstance(sent.result(), Appended)

    async def outcome(self, commit: Commit, sent: "asyncio.Future[Any]") -> Reply:
        self.ids.append(commit.id)
        return await self.append(commit) if sent.exception() else sent.result()


class SendingServer(MemoryServer):
    log: SendingLog

    def __init__(self) -> None:
        super().__init__()
        self.log = SendingLog(self.world.now)
        self.log.traps, self.log.read_traps, self.log.commits = [], [], []
        self.tables = self.here = self.process()
        self.there = self.process()

    async def send(self, who: str) -> Sent | None:
        live = await self.here.find(self.table)
        return send(self.here, live, by(who), SIT, None)

    async def replied(self, sent: Sent, reply: Any) -> None:
        if isinstance(reply, Exception):
            sent.reply.set_exception(reply)
        else:
            sent.reply.set_result(reply)
        await asyncio.sleep(0)

    async def version(self) -> int:
        return (await self.here.find(self.table)).version


async def opened() -> SendingServer:
    server = SendingServer()
    await server.opened()
    return server


async def test_what_was_stored_is_taken_over_whether_or_not_anybody_waits() -> None:
    server = await opened()
    sent = await server.send(ANNE)
    assert sent is not None
    assert await server.version() == 1
    await server.replied(sent, Appended(2, 2))
    assert await server.version() == 2
    assert sent.receipt is not None
    assert not server.here.sending


async def test_a_second_command_for_the_table_is_not_sent_meanwhile() -> None:
    server = await opened()
    first = await server.send(ANNE)
    assert first is not None
    assert await server.send(BOB) is None
    await server.replied(first, Appended(2, 2))
    assert await server.send(BOB) is not None


@pytest.mark.parametrize("lost", ["request", "reply"])
async def test_a_commit_without_a_reply_is_sent_again_with_its_id(lost: str) -> None:
    server = await opened()
    server.log.loses_requests = lost == "request"
    sent = await server.send(ANNE)
    assert sent is not None
    if server.log.stored is not None:
        await server.log.stored
    await server.replied(sent, ConnectionError("lost"))
    assert sent.receipt is None
    receipt = await handle(server.here, server.table, by(ANNE), SIT, sent=sent)
    assert (receipt.version, await server.version()) == (2, 2)
    assert len(server.log.ids) == 2
    assert len(set(server.log.ids)) == 1


async def test_a_commit_that_was_overtaken_is_judged_again() -> None:
    server = await opened()
    server.log.loses_requests = True
    await server.here.find(server.table)
    sent = await server.send(ANNE)
    assert sent is not None
    await server.ask(by(BOB), SIT, at=server.there)
    await server.replied(sent, ConnectionError("lost"))
    assert (await handle(server.here, server.table, by(ANNE), SIT, sent=sent)).version == 3


async def test_a_command_that_is_refused_is_not_sent() -> None:
    server = await opened()
    await server.ask(by(ANNE), SIT)
    with pytest.raises(Rejected):
        await server.send(ANNE)
    assert not server.here.sending
