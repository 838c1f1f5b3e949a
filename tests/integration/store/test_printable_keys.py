"""After a table with every feature was played, every key in the store is printable ASCII."""

import secrets
from contextlib import aclosing
from hashlib import sha256

import pytest
from redis import Redis

from application.ports.leaderboard import StoredStanding
from application.ports.presence import RoomChange
from application.ports.table_list import StoredRow
from application.ports.tickets import Ticket
from application.ports.webhooks import About, Delivery, Secret
from application.store_url import queue_beside
from application.table_cache import TableCache
from application.webhooks.overflow import overflow
from application.world import RealWorld
from domain.judging.actors import ByPlayer
from domain.judging.commit import Key
from domain.kernel.ids import PlayerId, TableId
from domain.table.commands import Leave
from store.client.base import StoreClient
from store.connect import Store
from store.embedded.server import EmbeddedServer
from tests.support.servers.processes import PATIENCE
from tests.support.stores.feed_reading import catch_up
from tests.support.tables.commits import issued
from tests.support.tables.party import Party, finished, started
from workers.composition.projector import feed_loop

pytestmark = [pytest.mark.anyio, pytest.mark.real_server]

PARTITION_TAGS = {f"{{p{p:02}}}" for p in range(64)}
TAGS = {
    "accounts",
    "audits",
    "heartbeat",
    "leaderboard",
    "presence",
    "store",
    "tables",
    "tickets",
    "webhooks",
}
HOUR_MS = 3_600_000


async def test_every_key_is_printable_and_says_what_it_holds(
    server: EmbeddedServer, client: StoreClient
) -> None:
    async with aclosing(await Store(server.url, PATIENCE, is_api=True).start()) as store:
        party = await played(store)
        await register(store, party.players)
        await watch(store, party.table, party.players[0])
        await project(store, party)
        await store.audits.ask("audit", party.table, 1, 9)
        await store.jobs.enqueue("audit", "audit")
        await store.jobs.enqueue_once("play_bots", party.table, job_id=party.table)
        await store.heartbeat.beat()
        await store.quotas.hold("tables", party.players[0], party.table, 10, 60)
        keys = all_keys(server.url)
    queued = all_keys(queue_beside(server.url))
    assert queued
    assert [key for key in keys + queued if not is_printable(key)] == []
    tags = {key.decode().partition(":")[0] for key in keys}
    quota = f"{{quota-{party.players[0]}}}"
    assert tags - PARTITION_TAGS == {*(f"{{{tag}}}" for tag in TAGS), quota}
    kinds = {key.decode().rpartition(":")[2] for key in keys if tag(key) in PARTITION_TAGS}
    of_tables = {"events", "meta", "keys", "seed", "streams"}
    assert kinds == of_tables | {"feed", "deadlines", "log", "tables"}


def is_printable(key: bytes) -> bool:
    return key.isascii() and key.decode().isprintable()


def all_keys(url: str) -> list[bytes]:
    with Redis.from_url(url) as redis:
        return list(redis.scan_iter())


async def played(store: Store) -> Party:
    """A table with a clock, at which a command had an idempotency key; beside it a finished one."""
    tables = TableCache(store.log, RealWorld())
    await finished(tables)
    party = await started(tables, clock=30)
    key = Key("the key of the caller", b"{}")
    await party.ask(ByPlayer(party.players[2]), Leave(2), key)
    return party


def tag(key: bytes) -> str:
    return key.decode().partition(":")[0]


async def register(store: Store, players: list[PlayerId]) -> None:
    """Tokens enough that some of their hashes would hold any byte."""
    for n in range(300):
        player = players[n] if n < len(players) else f"{n:026}"
        await store.accounts.create(player, "Zoë", issued(sha256(b"%d" % n).digest()))


async def watch(store: Store, table: TableId, player: PlayerId) -> None:
    """A stream with its ticket, and webhooks with a delivery."""
    await store.tickets.issue(
        secrets.token_urlsafe(), Ticket(player, table, sha256(b"0").digest()), 30
    )
    now = RealWorld().now()
    await store.presence.renew_lease(now, HOUR_MS)
    await store.presence.change([RoomChange(table, {"stream": now + HOUR_MS}, [])], now)
    for n, subject in enumerate((None, table)):
        about = About(player, "https://example.org/", ("your_turn",), subject)
        hook = await store.webhooks.add(f"{n:026}", about, Secret("whsec_x"), 10)
        assert hook is not None
        notice = Delivery(id="msg_1", event="your_turn", table=table, version=1, at="2026")
        future = RealWorld().now() + HOUR_MS
        assert await store.webhooks.notify(hook, notice, future, 9, overflow(notice, 9))


async def project(store: Store, party: Party) -> None:
    """Both read models, each with a generation that is being built, and all positions."""
    player = party.players[0]
    await store.table_list.begin()
    indexes = ("all", "game:gumball_rally", f"player:{player}")
    await store.table_list.save([StoredRow(party.table, 1, "2026", b"{}", indexes)])
    await store.leaderboard.begin()
    await store.leaderboard.order([party.table])
    standing = StoredStanding("gumball_rally", player, "0001", b"{}")
    assert await store.leaderboard.fold(await store.leaderboard.generation(), 0, 1, [standing])
    await catch_up(feed_loop(store, store.reader_lease("reader").hold))
