"""Checks every history of a store that was backed up or restored, in a server of its own."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import NamedTuple

from application.ports.archive import ArchivePlace
from domain.audit.finding import Flaw
from domain.games import UNKNOWN_RULES
from store.client.format import OtherFormat
from store.connect import Store
from store.embedded.failure import CannotStart
from store.embedded.server import EmbeddedServer
from store.opening.retrying import EXCHANGE_SECONDS, RetryingClient
from workers.upkeep.scrub.archive import ArchiveKeys
from workers.upkeep.scrub.histories import Histories


class NotDone(Exception):
    """No backup was made, or nothing was restored; the message says why."""


class VerifiedBackup(NamedTuple):
    tables: int
    events: int
    damaged: list[str]  # tables and segments, and why


async def verify(directory: Path, place: ArchivePlace) -> VerifiedBackup:
    """Start the store in a directory; check the chain of every table in it and in its archive."""
    async with _started(directory, place) as store:
        assert store.archive is not None
        histories = Histories(store.log, quick=True)
        live = {table async for table in store.scan.tables()}
        archived = await ArchiveKeys(store.archive, histories).check(live, len)
        checked = {table: await histories.check(table) for table in sorted(live)}
        flaws = archived.flaws | {
            t: found for t, found in checked.items() if isinstance(found, Flaw)
        }
        damaged = [
            f"table {table}: {flaw.why}"
            for table, flaw in flaws.items()
            if flaw.check != UNKNOWN_RULES
        ]
        damages = [each.damage for each in archived.findings]
        damaged += [f"segment {each.key}: {each.why}" for each in damages if each.kind == "segment"]
        tables = len(checked) + len(archived.sound) + len(archived.flaws)
        return VerifiedBackup(tables, histories.events, damaged)


@asynccontextmanager
async def _started(directory: Path, place: ArchivePlace) -> AsyncIterator[Store]:
    server = EmbeddedServer(directory)
    try:
        server.start()
    except CannotStart as why:
        raise NotDone(f"The store does not start from this snapshot: {why}.") from None
    try:
        async with Store(
            server.url, EXCHANGE_SECONDS, client=RetryingClient(server.url), archive=place
        ) as store:
            yield store
    except OtherFormat as why:
        raise NotDone(str(why)) from None
    finally:
        server.stop()
