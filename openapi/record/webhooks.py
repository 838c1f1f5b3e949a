"""Records a webhook from its creation to a delivery; its address and secrets are replaced."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial

from domain.games import GAMES
from openapi.record.players import Player
from openapi.record.server import Server
from openapi.record.transcript import FIXED, Transcript

NO_CONTENT = b"HTTP/1.1 204 No Content\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"


@asynccontextmanager
async def receiver() -> AsyncIterator[str]:
    """Yield the address of a local server that accepts every delivery."""

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(NO_CONTENT)
        await writer.drain()
        writer.close()

    listening = await asyncio.start_server(answer, "127.0.0.1", 0)
    async with listening:
        yield f"http://127.0.0.1:{listening.sockets[0].getsockname()[1]}/hook"


async def record_webhook(transcript: Transcript, anne: Player, url: str) -> str:
    """Create a webhook of this player, record its operations and return its id."""
    record = partial(anne.record, transcript)
    body = {"url": url, "events": ["table_finished"]}
    created = await record("createWebhook", "finished_tables", body)
    transcript.body("createWebhook", "finished_tables", {**body, "url": FIXED["url"]})
    transcript.body("createWebhook", "all_notices", {"url": FIXED["url"]})
    webhook: str = created["id"]
    await record("getWebhook", "finished_tables", webhook=webhook)
    await record("listWebhooks", "all_webhooks")
    await record("rotateSecret", "new_secret", webhook=webhook)
    lobby = {"events": ["lobby_opened", "lobby_closed"], "games": [next(iter(GAMES))]}
    transcript.body("createWebhook", "lobby", {"url": FIXED["url"], **lobby})
    return webhook


async def record_delivery(
    transcript: Transcript, server: Server, anne: Player, webhook: str
) -> None:
    """Record the delivery log once the notice of a finished table is delivered.

    Each request moves the recorded clock, so none may ask whether it has been delivered yet.
    """
    record = partial(anne.record, transcript, webhook=webhook)
    await server.workers.deliver()
    page = await record("listDeliveries", "delivered")
    await record("redeliver", "queued", delivery=page["deliveries"][0]["id"])
    await record("redeliverFailed", "none")
    await record("enableWebhook", "enabled")
    await record("testWebhook", "queued")
