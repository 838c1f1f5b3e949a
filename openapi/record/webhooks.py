"""A webhook from its making to a delivery; its real address and secrets are nobody's business."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from openapi.record.players import Person
from openapi.record.server import Server
from openapi.record.transcript import Notes

RECEIVED = b"HTTP/1.1 204 No Content\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"


@asynccontextmanager
async def receiver() -> AsyncIterator[str]:
    """Somebody on this machine who says yes to whatever he is told."""

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(RECEIVED)
        await writer.drain()
        writer.close()

    listening = await asyncio.start_server(answer, "127.0.0.1", 0)
    async with listening:
        yield f"http://127.0.0.1:{listening.sockets[0].getsockname()[1]}/hook"


async def hooked(notes: Notes, anne: Person, url: str) -> str:
    """Anne's own webhook."""
    body = {"url": url, "events": ["table_finished"]}
    made = notes.answer("createWebhook", "finished_tables", await anne.post("/v1/webhooks", body))
    notes.body("createWebhook", "finished_tables", {**body, "url": notes.always("url")})
    notes.body("createWebhook", "everything_of_mine", {"url": notes.always("url")})
    address = f"/v1/webhooks/{made['id']}"
    notes.answer("getWebhook", "finished_tables", await anne.get(address))
    notes.answer("listWebhooks", "all", await anne.get("/v1/webhooks"))
    notes.answer("rotateSecret", "new", await anne.post(f"{address}/rotate"))
    return address


async def told(notes: Notes, server: Server, anne: Person, address: str) -> None:
    """Once the table is finished, the notice of it is delivered."""
    log = f"{address}/deliveries"
    while "delivered" not in (await anne.get(log)).text:
        await server.chores.deliver()
    notes.answer("listDeliveries", "delivered", await anne.get(log))
