"""Players with webhooks in a real store, for tests and proofs about real webhook workers."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from application.ports.webhooks import About, Hook, Subscribed
from application.table_cache import TableCache
from application.webhooks.signing import new_secret
from application.world import RealWorld, new_id
from store.client.pipeline import PipelinedClient
from store.embedded.server import EmbeddedServer
from store.people.webhooks import RedisWebhookStore
from store.tables.log import RedisEventLog
from tests.support.stores.servers import running
from tests.support.tables.party import seated

LOOPBACK = {"LUDOTHEQUE_WEBHOOKS_LOOPBACK": "1"}
WORLD = RealWorld()


class WebhookOwners:
    def __init__(self, server: EmbeddedServer, client: PipelinedClient) -> None:
        self.server = server
        self.tables = TableCache(RedisEventLog(client), WORLD)
        self.hooks = RedisWebhookStore(client)

    async def hooked(
        self, owner: str, url: str, events: tuple[Subscribed, ...] = ("table_started",)
    ) -> Hook:
        about = About(owner, url, events, None)
        hook = await self.hooks.add(new_id(WORLD), about, new_secret(WORLD), 100)
        assert hook is not None
        return hook

    async def start_table(self, owner: str) -> str:
        """Start a table of this player, which causes one notice; return the table."""
        party = await seated(self.tables, host=owner)
        await party.start()
        return party.table


@asynccontextmanager
async def webhook_owners(directory: Path) -> AsyncIterator[WebhookOwners]:
    with running("valkey", directory / "store") as server:
        client = PipelinedClient(server.url, 10.0)
        try:
            yield WebhookOwners(server, client)
        finally:
            await client.aclose()
