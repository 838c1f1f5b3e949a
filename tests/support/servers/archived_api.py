"""The API in the process of a test, on a store with an archive."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from hashlib import sha256
from pathlib import Path

import httpx

from api.app import create_app
from application.settings import NO_LIMITS, Settings
from tests.support.servers.processes import PATIENCE
from tests.support.stores.archiving import Archiving
from tests.support.tables.commits import issued
from tests.support.tables.party import Party


@asynccontextmanager
async def api_of(archiving: Archiving, folder: Path) -> AsyncIterator[httpx.AsyncClient]:
    """Serve the API of this store, with an index of its own, as on another machine."""
    settings = Settings(
        redis_url=archiving.store._url,
        store_seconds=PATIENCE,
        archive=archiving.place.url,
        archive_index=folder / "other.sqlite",
        var=folder,
        cached_tables=1,
        **NO_LIMITS,
    )
    app = create_app(settings)
    async with app.app.lifespan():
        transport = httpx.ASGITransport(app=app)  # type: ignore[arg-type]
        async with httpx.AsyncClient(transport=transport, base_url="http://test") as client:
            yield client


async def register(archiving: Archiving, party: Party) -> dict[str, str]:
    """Give the first player of a table a token; return the header of its requests."""
    token = "t" * 43
    await archiving.store.accounts.create(
        party.players[0], "Anne", issued(sha256(token.encode()).digest())
    )
    return {"Authorization": f"Bearer {token}"}
