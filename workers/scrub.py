"""`ludotheque scrub`: every table in the store is looked at; damage is named, nothing changed."""

import asyncio
import sys
from collections.abc import Callable

import click
import msgspec
from redis.exceptions import ResponseError

from application.ports.event_log import BrokenTable
from domain.audit.finding import Flaw
from domain.audit.stored_history import find_flaw
from domain.kernel.ids import TableId
from domain.kernel.messages import Value
from store.client.factory import pipe_to
from store.client.pipeline import AnyPipe
from store.log import RedisEventLog
from store.scan import FeedScan

Seen = Callable[[TableId], object]  # one more table


class Damaged(Value, frozen=True):
    table: TableId
    flaw: Flaw


class Report(Value, frozen=True):
    tables: int
    events: int
    damaged: tuple[Damaged, ...]


class Scrub:
    def __init__(self, pipe: AnyPipe, quick: bool = False) -> None:
        self._pipe = pipe
        self._log = RedisEventLog(pipe)
        self._quick = quick
        self._events = 0

    async def run(self, seen: Seen) -> Report:
        found: dict[TableId, Flaw | None] = {}
        async for table in FeedScan(self._pipe).tables():
            found[table] = await self.look(table)
            seen(table)
        damaged = tuple(Damaged(table, flaw) for table, flaw in found.items() if flaw)
        return Report(len(found), self._events, damaged)

    async def look(self, table: TableId) -> Flaw | None:
        try:
            stored = await self._log.load(table)
        except BrokenTable:
            stored = None
        except (ResponseError, ValueError, IndexError) as wrong:
            return Flaw("chain", None, f"Its keys hold nonsense: {wrong}.")
        if stored is None:
            return Flaw("chain", None, "Part of it, or all of it, is missing.")
        self._events += stored.version
        return find_flaw(table, stored, self._quick)


async def scrub(url: str, quick: bool = False, seen: Seen = len) -> Report:
    pipe = pipe_to(url)
    try:
        return await Scrub(pipe, quick).run(seen)
    finally:
        await pipe.aclose()


async def count(url: str) -> int:
    """How many tables there are to look at."""
    pipe = pipe_to(url)
    try:
        return len([table async for table in FeedScan(pipe).tables()])
    finally:
        await pipe.aclose()


def run(url: str, quick: bool, as_json: bool) -> int:
    tables = asyncio.run(count(url))
    with click.progressbar(
        length=tables, label="Scrubbing", file=sys.stderr, hidden=not sys.stderr.isatty()
    ) as bar:
        report = asyncio.run(scrub(url, quick, lambda _: bar.update(1)))
    if as_json:
        click.echo(msgspec.json.format(msgspec.json.encode(report)).decode())
    else:
        click.echo(words(report))
    return 1 if report.damaged else 0


def words(report: Report) -> str:
    lines = [f"{report.tables} tables, {report.events} events: {len(report.damaged)} damaged"]
    for each in report.damaged:
        place = "" if each.flaw.version is None else f" at version {each.flaw.version}"
        lines.append(f"  {each.table} {each.flaw.check}{place}: {each.flaw.why}")
    return "\n".join(lines)
