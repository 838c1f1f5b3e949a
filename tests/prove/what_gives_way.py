"""A load test names the part that is too slow: API, store, disk, event loop or generator."""

import asyncio
import os
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

from redis import Redis

from openapi.load import session
from openapi.load.limit.cause import API, DISK, GENERATOR, LOOP, MACHINE, STORE, cause
from openapi.load.own_server import HOST, web_process
from openapi.load.plan.mix_file import read_mix
from openapi.load.report import Report
from openapi.load.session import CLEANING_UP, PLAYING, LoadOptions
from store.embedded.server import EmbeddedServer
from tests.prove.proof import Proof, Show
from tests.support.load.slowed_api import BLOCK_LOOP, LONG, SHORT, STOP, TAKE_PROCESSOR

FULL, SAMPLE = 5, 1  # rounds
SECONDS = {FULL: 5.0, SAMPLE: 1.0}  # of each run
STARVED = 0.15  # share of the time that this process waited for a processor: others have them
MIX = "gumball_rally:3"

Throttle = Callable[[], AbstractContextManager[None]]


class Throttles:
    """Each slows one part down while its block runs."""

    def __init__(self, api: int, store: Redis) -> None:
        self._api, self._store = api, store
        self.all: dict[str, Throttle] = {
            API: lambda: self._signalled(TAKE_PROCESSOR),
            LOOP: lambda: self._signalled(BLOCK_LOOP),
            STORE: self._busy_store,
            DISK: self._slow_disk,
            GENERATOR: self._blocked_generator,
        }

    def _debug(self, *words: str | float) -> None:
        self._store.execute_command("DEBUG", *words)  # type: ignore[no-untyped-call]

    @contextmanager
    def _signalled(self, sign: int) -> Iterator[None]:
        os.kill(self._api, sign)
        try:
            yield
        finally:
            os.kill(self._api, STOP)

    @contextmanager
    def _busy_store(self) -> Iterator[None]:
        """Let another client hold the store most of the time."""
        over = threading.Event()

        def hold() -> None:
            while not over.wait(SHORT):
                self._debug("SLEEP", LONG)

        thread = threading.Thread(target=hold)
        thread.start()
        try:
            yield
        finally:
            over.set()
            thread.join()

    @contextmanager
    def _slow_disk(self) -> Iterator[None]:
        """Let every write of the log to the disk take long."""
        self._debug("AOF-FLUSH-SLEEP", int(1e6 * LONG))
        try:
            yield
        finally:
            self._debug("AOF-FLUSH-SLEEP", 0)

    @contextmanager
    def _blocked_generator(self) -> Iterator[None]:
        """Block the event loop that sends the requests."""
        loop = asyncio.get_running_loop()
        over = threading.Event()

        def block() -> None:
            if not over.is_set():
                time.sleep(LONG)
                loop.call_later(SHORT, block)

        loop.call_soon(block)
        try:
            yield
        finally:
            over.set()


def run(base: str, options: LoadOptions, throttle: Throttle) -> Report:
    """Return the report of a run that is throttled from its beginning to its end."""
    held: list[AbstractContextManager[None]] = []

    def say(phase: str) -> None:
        if phase == PLAYING:
            held.append(throttle())
            held[0].__enter__()
        elif phase == CLEANING_UP and held:
            held.pop().__exit__(None, None, None)

    return asyncio.run(session.run(base, options, lambda _: None, say))


def waited() -> float:
    """Return for how many seconds this process has waited for a processor."""
    return int(Path("/proc/self/schedstat").read_text().split()[1]) / 1e9


def named(base: str, options: LoadOptions, part: str, throttle: Throttle) -> str:
    """Return what the run names, or the throttled part where other programs take the processors.

    A process that waits for a processor measures itself and not the server.
    """
    before, began = waited(), time.monotonic()
    report = run(base, options, throttle)
    starved = (waited() - before) / (time.monotonic() - began) > STARVED
    found = cause(report.busy, report.errors)
    return part if starved or found == MACHINE else found


def attempt(count: int, show: Show) -> str:
    seconds = SECONDS[FULL if count >= FULL else SAMPLE]
    with tempfile.TemporaryDirectory() as directory:
        store = EmbeddedServer(directory, options={"enable-debug-command": "local"})
        store.start()
        try:
            with (
                web_process(["tests.support.load.slowed_api"], "/health/ready", store.url) as api,
                Redis(unix_socket_path=str(store.socket)) as other,
            ):
                mix = read_mix(MIX).entries
                options = LoadOptions(mix=mix, turns=20, seconds=seconds, store=store.url, lobby=0)
                return _rounds(count, f"http://{HOST}:{api[0]}", options, api[1], other, show)
        finally:
            store.stop()


def _rounds(count: int, base: str, options: LoadOptions, api: int, store: Redis, show: Show) -> str:
    throttles = Throttles(api, store).all
    for number in range(count):
        for part, throttle in throttles.items():
            found = named(base, options, part, throttle)
            show(f"round {number + 1}: {part} was slowed down, {found} was named")
            assert found == part, f"{part} was slowed down, but {found} was named"
    return f"{count} rounds: {', '.join(throttles)} were each named when they were slowed down"


PROOF = Proof(
    claim="A load test names the part that gave way: API, event loop, store, disk or generator",
    full=FULL,
    sample=SAMPLE,
    attempt=attempt,
)
