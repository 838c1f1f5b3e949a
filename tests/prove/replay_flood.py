"""Commands stay quick while anonymous callers read old versions of a long table."""

import asyncio
import tempfile
from pathlib import Path
from statistics import median

import httpx

from tests.prove.proof import Proof, Show
from tests.support.players.callers import calling
from tests.support.servers.processes import serving
from tests.support.servers.replay_flood import Flood, command_seconds
from tests.support.stores.servers import running
from tests.support.tables.long_table import long_table

FULL, SAMPLE = 300, 10  # commands
LONG, SHORT = 5_000, 500  # events of the table that is read; a sample is short
PER_SECOND = 107
CALLERS = 150
LIMITS = {
    "LUDOTHEQUE_LIMITS": "on",
    "LUDOTHEQUE_RATE_PER_ADDRESS": "off",
    "LUDOTHEQUE_RATE_OF_REGISTRATION": "off",
    "LUDOTHEQUE_TRUSTED_PROXIES": "127.0.0.1",  # so that every request has its own address
}
MOST_TIMES, MOST_SECONDS = 25, 0.1  # on a busy machine; the figures tell what is usual


def attempt(count: int, show: Show) -> str:
    """Play `count` commands without the flood and as many during it; compare their medians."""
    with (
        tempfile.TemporaryDirectory() as directory,
        running("valkey", Path(directory) / "store") as store,
        serving(store.url, Path(directory), **LIMITS) as api,
        calling(api.base) as http,
    ):
        length = LONG if count >= FULL else SHORT
        table = asyncio.run(long_table(store.url, length))
        show(f"a table of {length} events, {count} commands without a flood")
        quiet = command_seconds(http, count)
        flood = Flood(api.base, f"/v1/tables/{table}", length, CALLERS)
        show(f"{count} commands with {PER_SECOND} replays per second")
        loud = asyncio.run(_during(flood, http, count))
        assert "Traceback" not in api.output, api.output
    assert flood.answers.keys() <= {"200", "server_busy", "too_much_work"}, flood.answers
    assert flood.answers["200"], "no replay was served"
    assert None not in flood.retry_after
    assert median(loud) < MOST_TIMES * median(quiet) + MOST_SECONDS, (median(quiet), median(loud))
    return (
        f"{count} commands: {_figures(quiet)} without and {_figures(loud)} with a flood of"
        f" {PER_SECOND} replays of {length} events per second, of which {flood.answers['200']} were"
        f" served and {flood.answers['server_busy']} refused with 503"
    )


async def _during(flood: Flood, http: httpx.Client, count: int) -> list[float]:
    """Play once the first replay was answered."""
    async with flood.running(PER_SECOND):
        while not flood.answers.total():
            await asyncio.sleep(0.01)
        return await asyncio.to_thread(command_seconds, http, count)


def _figures(seconds: list[float]) -> str:
    slow = sorted(seconds)[int(0.95 * len(seconds))]
    return f"p50 {1000 * median(seconds):.1f} ms, p95 {1000 * slow:.1f} ms"


PROOF = Proof(
    claim="A flood of anonymous replays neither delays commands much nor makes one fail",
    full=FULL,
    sample=SAMPLE,
    attempt=attempt,
)
