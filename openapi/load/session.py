"""A whole run: read the document, see the shelf, play, watch, and say what came of it."""

import asyncio
import random
import ssl
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

import httpx

from openapi.load import counters, document
from openapi.load.document import Document
from openapi.load.mix import BadMix, Offer, Wish, offers
from openapi.load.report import Profile, Report, Second
from openapi.load.run import Crowd, client
from openapi.load.script import NOT_AS_PROMISED
from openapi.load.watch import Watch

LAST_ROW_SECONDS = 0.5  # less than that is no row of its own
MEETING_SECONDS = 10.0  # for the document and the shelf

Say = Callable[[Second], None]


class Unreachable(Exception):
    """There is no server, or none that can be read."""


@dataclass(frozen=True)
class Wanted:
    """What the tester asks for."""

    wishes: list[Wish] = field(default_factory=list)
    options: Mapping[str, Any] = field(default_factory=dict)  # by game
    rate: float = 2.0
    think: float = 0.25
    arrival: str = "poisson"
    most: int = 1000
    seconds: float = 10.0
    seed: int | None = None
    insecure: bool = False

    def profile(self, mix: list[Offer]) -> Profile:
        return Profile(
            mix={offer.name: offer.weight for offer in mix},
            options=dict(self.options),
            rate=self.rate,
            think=self.think,
            arrival=self.arrival,
            most=self.most,
            seconds=self.seconds,
        )


async def run(base: str, wanted: Wanted, say: Say) -> Report:
    tls = _tls(wanted.insecure)
    async with client(base, tls, MEETING_SECONDS) as http:
        read, mix = await _met(http, wanted)
        profile = wanted.profile(mix)
        luck = random.Random(wanted.seed)  # noqa: S311 - which card, not which key
        crowd = Crowd(base, tls, read, mix, profile, luck)
        watch = Watch(http, read, crowd.tally)
        began = datetime.now(UTC).isoformat(timespec="seconds")
        seconds = await _watched(crowd, watch, say)
        try:
            return _report(base, began, profile, seconds, crowd.tally, watch)
        finally:
            await crowd.go_home()  # not part of the load: the report is made before


async def _met(http: httpx.AsyncClient, wanted: Wanted) -> tuple[Document, list[Offer]]:
    """The document the server shows, and the tables to play by what is on its shelf."""
    try:
        told = (await http.get(document.ADDRESS)).raise_for_status()
        read = Document.read(told.content)
        asked = read.request("listGames")
        shelf = (await http.request(asked.method, asked.path)).raise_for_status().json()
        return read, offers(wanted.wishes, shelf["games"], wanted.options)
    except BadMix:
        raise
    except (httpx.HTTPError, *NOT_AS_PROMISED) as why:
        raise Unreachable(f"{http.base_url} cannot be played at: {str(why) or repr(why)}") from None


async def _watched(crowd: Crowd, watch: Watch, say: Say) -> float:
    began = asyncio.get_running_loop().time()
    watching = asyncio.create_task(_each_second(crowd, watch, say, began))
    try:
        seconds = await crowd.play()
    finally:
        watching.cancel()
        with suppress(asyncio.CancelledError):
            await watching
    if seconds - watch.seen_until > LAST_ROW_SECONDS:
        say(await watch.look(lambda: seconds, crowd))
    return seconds


async def _each_second(crowd: Crowd, watch: Watch, say: Say, began: float) -> None:
    now = asyncio.get_running_loop().time
    while True:
        second = int(now() - began + 0.5) + 1
        await asyncio.sleep(began + second - now())
        say(await watch.look(lambda: now() - began, crowd))


def _report(
    base: str, began: str, profile: Profile, seconds: float, seen: counters.Tally, watch: Watch
) -> Report:
    memory, lag = watch.measures()
    latency = counters.with_all(seen.latency)
    commands = seen.service["sendCommand"].count
    return Report(
        target=base,
        began=began,
        profile=profile,
        seconds=round(seconds, 2),
        requests_per_second=round(seen.answers / seconds, 1),
        commands_per_second=round(commands / seconds, 1),
        unanswered=seen.silences,
        tables=counters.ended(sum(seen.tables.values(), Counter())),
        games={name: counters.ended(tables) for name, tables in sorted(seen.tables.items())},
        latency_ms=latency,
        service_ms=counters.with_all(seen.service),
        journeys_ms=counters.spreads(seen.journeys),
        late_ms=counters.spreads(seen.late),
        errors=dict(seen.errors.most_common()),
        memory_bytes=memory,
        lag=lag,
        timeline=watch.rows,
    )


def _tls(insecure: bool) -> ssl.SSLContext:
    """Made once: it takes longer than many requests."""
    tls = ssl.create_default_context()
    if insecure:
        tls.check_hostname = False
        tls.verify_mode = ssl.CERT_NONE
    return tls
