"""Records a webhook from its creation to a delivery; its address and secrets are replaced."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

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
    """Create a webhook of this player, record its operations and return its path."""
    body = {"url": url, "events": ["table_finished"]}
    response = await anne.post("/v1/webhooks", body)
    created = transcript.answer("createWebhook", "finished_tables", response)
    transcript.body("createWebhook", "finished_tables", {**body, "url": FIXED["url"]})
    transcript.body("createWebhook", "all_notices", {"url": FIXED["url"]})
    path = f"/v1/webhooks/{created['id']}"
    transcript.answer("getWebhook", "finished_tables", await anne.get(path))
    transcript.answer("listWebhooks", "all_webhooks", await anne.get("/v1/webhooks"))
    transcript.answer("rotateSecret", "new_secret", await anne.post(f"{path}/rotate"))
    lobby = {"events": ["lobby_opened", "lobby_closed"], "games": [next(iter(GAMES))]}
    transcript.body("createWebhook", "lobby", {"url": FIXED["url"], **lobby})
    return path


async def record_delivery(transcript: Transcript, server: Server, anne: Player, path: str) -> None:
    """Record the delivery log once the notice of a finished table is delivered.

    Each request moves the recorded clock, so none may ask whether it has been delivered yet.
    """
    log = f"{path}/deliveries"
    await server.workers.deliver()
    page = transcript.answer("listDeliveries", "delivered", await anne.get(log))
    again = f"{log}/{page['deliveries'][0]['id']}/redeliver"
    transcript.answer("redeliver", "queued", await anne.post(again))
    transcript.answer("redeliverFailed", "none", await anne.post(f"{path}/redeliver"))
    transcript.answer("enableWebhook", "enabled", await anne.post(f"{path}/enable"))
    transcript.answer("testWebhook", "queued", await anne.post(f"{path}/test"))
