"""A whole run: read the document and the games, play, sample every second, and report."""

import asyncio
import random
import ssl
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

import httpx

from openapi.load.counters import Counters, spreads, spreads_with_all, table_counts
from openapi.load.limit.pressure import Pressure, shares
from openapi.load.mix import BadMix, MixEntry, TableKind, table_kinds
from openapi.load.plan.mix_file import NOBODY, Crowd
from openapi.load.report import Profile, Report, Second
from openapi.load.run import LoadGenerator, http_client
from openapi.load.script import INVALID_ANSWER
from openapi.load.watch import Watch
from openapi.play import document
from openapi.play.document import Document

CANCEL_SECONDS = 0.5
LAST_ROW_SECONDS = 0.5  # a shorter rest gets no row of its own
DOCUMENT_SECONDS = 60.0  # a server builds its document at the first request

PLAYING, CLEANING_UP = "playing", "cleaning up"  # phases

ShowSecond = Callable[[Second], None]
Say = Callable[[str], None]


class Unreachable(Exception):
    """There is no server at this address, or its answers cannot be read."""


@dataclass(frozen=True)
class LoadOptions:
    """The options of the command line."""

    mix: list[MixEntry] = field(default_factory=list)
    options: Mapping[str, Any] = field(default_factory=dict)  # by game
    rate: float = 2.0
    think: float = 0.25
    sealed: float = 0.5
    lobby: float = 0.2
    arrival: str = "poisson"
    most: int = 1000
    seconds: float = 10.0
    seed: int | None = None
    insecure: bool = False
    turns: float = 0.0
    shape: str = "steady"
    crowd: Crowd = NOBODY
    store: str | None = None  # URL, to measure how busy it is

    def profile(self, kinds: list[TableKind]) -> Profile:
        given = {name: getattr(self, name) for name in Profile.__struct_fields__ if name != "mix"}
        return Profile(mix={kind.name: kind.weight for kind in kinds}, **given)


async def run(
    base: str, options: LoadOptions, show: ShowSecond, say: Say = lambda _: None
) -> Report:
    """Return the report of one run; `say` hears what is done before and after it."""
    tls = _tls(options.insecure)
    async with http_client(base, tls, DOCUMENT_SECONDS) as http:
        api, kinds = await _read_target(http, options)
        profile = options.profile(kinds)
        rng = random.Random(options.seed)  # noqa: S311 - not for secrets
        generator = LoadGenerator(base, tls, api, kinds, profile, rng)
        try:
            await generator.prepare(say)
            say(PLAYING)
            began = datetime.now(UTC).isoformat(timespec="seconds")
            async with Pressure(http, api, options.store) as pressure:
                watch = Watch(http, api, generator.counters, pressure)
                await watch.begin()
                seconds = await _play_and_watch(generator, watch, show)
                await generator.drain()
                return _report(base, began, profile, seconds, generator.counters, watch)
        finally:
            say(CLEANING_UP)
            await generator.clean_up()  # after the report: it is not part of the load


async def _read_target(
    http: httpx.AsyncClient, options: LoadOptions
) -> tuple[Document, list[TableKind]]:
    """Return the server's document and the kinds of tables to play on it."""
    try:
        answer = (await http.get(document.ADDRESS)).raise_for_status()
        api = Document.read(answer.content, str(http.base_url))
        request = api.request("listGames")
        games = (await http.request(request.method, request.path)).raise_for_status().json()
        return api, table_kinds(options.mix, games["games"], options.options)
    except BadMix:
        raise
    except (httpx.HTTPError, *INVALID_ANSWER) as error:
        reason = str(error) or repr(error)
        raise Unreachable(f"{http.base_url} cannot be tested: {reason}") from None


async def _play_and_watch(generator: LoadGenerator, watch: Watch, show: ShowSecond) -> float:
    """Return for how many seconds tables were started."""
    began = asyncio.get_running_loop().time()
    watching = asyncio.create_task(_watch_each_second(generator, watch, show, began))
    try:
        seconds = await generator.play()
    finally:
        while not watching.done():  # a client may take a cancellation for its own timeout
            watching.cancel()
            await asyncio.wait([watching], timeout=CANCEL_SECONDS)
    if not watching.cancelled():
        watching.result()  # it ends by itself only if it failed
    if seconds - watch.last_at > LAST_ROW_SECONDS:
        show(await watch.sample(lambda: seconds, generator))
    return seconds


async def _watch_each_second(
    generator: LoadGenerator, watch: Watch, show: ShowSecond, began: float
) -> None:
    now = asyncio.get_running_loop().time
    while True:
        second = int(now() - began + 0.5) + 1
        await asyncio.sleep(began + second - now())
        show(await watch.sample(lambda: now() - began, generator))


def _report(
    base: str, began: str, profile: Profile, seconds: float, counters: Counters, watch: Watch
) -> Report:
    memory, lag = watch.measures()
    latency = spreads_with_all(counters.latency)
    commands = counters.service["sendCommand"].count
    return Report(
        target=base,
        began=began,
        profile=profile,
        seconds=round(seconds, 2),
        requests_per_second=round(counters.answers / seconds, 1),
        commands_per_second=round(commands / seconds, 1),
        unanswered=counters.without_answer,
        tables=table_counts(sum(counters.tables.values(), Counter())),
        games={name: table_counts(each) for name, each in sorted(counters.tables.items())},
        latency_ms=latency,
        service_ms=spreads_with_all(counters.service),
        journeys_ms=spreads(counters.journeys),
        late_ms=spreads(counters.late),
        errors=dict(counters.errors.most_common()),
        memory_bytes=memory,
        lag=lag,
        timeline=watch.rows,
        stream_delay_ms=counters.delays.spread() if counters.delays.count else None,
        busy=shares(watch.pressure.readings),
    )


def _tls(insecure: bool) -> ssl.SSLContext:
    """Return the TLS context; made once per run, because that takes longer than many requests."""
    tls = ssl.create_default_context()
    if insecure:
        tls.check_hostname = False
        tls.verify_mode = ssl.CERT_NONE
    return tls
