"""Starts, heals and stops the store, the servers and the worker, in order.

It imports next to nothing: it is always there, and nearly always asleep.
"""

import logging
import re
import time
from contextlib import suppress

import click

from application.ops.logging import configure_logging
from application.setting_fields import FSYNC
from application.setting_values import SettingError
from application.settings import Settings, environment_with
from workers.supervisor.address import answers, require_free, root_url, why_not_ready
from workers.supervisor.process import ChildProcess
from workers.supervisor.proxy import server_processes
from workers.supervisor.signals import Signals
from workers.supervisor.store import CannotServe, EmbeddedStore

TICK = 0.1  # seconds between two looks while it starts
REST = 0.3  # the same when all runs
PAUSE = 1.0  # after a failure of the system
STOP_SECONDS = 10.0
log = logging.getLogger(__name__)


def serve(settings: Settings) -> int:
    """Run until a signal stops it; return the exit code."""
    configure_logging(settings.log_format)
    signals = Signals()
    try:
        store = EmbeddedStore(settings, report) if settings.redis_url is None else None
        supervisor = Supervisor(settings, signals, store)
        try:
            require_free(settings.host, settings.port)
            supervisor.run()
        finally:
            supervisor.stop()
        echo("Stopped.")
    except (CannotServe, SettingError) as why:
        click.echo(f"ludotheque: {why}", err=True)
        return 1
    return 130 if signals.now else 0


class Supervisor:
    """Never gives up: whatever ends or does not start is started again until a signal stops it."""

    def __init__(self, settings: Settings, signals: Signals, store: EmbeddedStore | None) -> None:
        self._settings = settings
        self._signals = signals
        self._store = store
        self._servers = server_processes(settings, report)
        self._worker = ChildProcess("jobs", ["workers", "work", "jobs"], report)
        self._children: list[ChildProcess] = []  # in the order of their start
        self._open = False  # people were told where it is
        self._waits_for: str | None = None
        self._environment()  # a setting that is wrong is found before anything starts

    def run(self) -> None:
        """Start everything and heal it, until a signal stops it."""
        while not self._signals.stop:
            try:
                self._tick()
            except OSError as why:  # a full disk, too many open files: it may pass
                report(f"{why}; trying again")
                self._signals.wait(PAUSE)
            self._signals.wait(REST if self._open else TICK)

    def _tick(self) -> None:
        if self._store is not None:
            self._store.tick()
        if not self._children:
            self._add(*self._servers)
        elif not self._worker_is_started and self._worker_can_start():
            self._add(self._worker)
        elif self._worker_is_started and not self._open:
            self._greet_when_ready()
        self._restart_children()

    @property
    def _worker_is_started(self) -> bool:
        return len(self._children) > len(self._servers)

    def _worker_can_start(self) -> bool:
        """Return whether the API is up: people wait for the API, so it comes first."""
        store_is_up = self._store is None or self._store.ready
        return store_is_up and answers(self._settings)

    def _greet_when_ready(self) -> None:
        why = why_not_ready(self._settings)
        if why is None:
            self._open = True
            self._greet()
            return
        cause = re.sub(r"\d+", "", why)  # figures change all the time
        if cause != self._waits_for:
            report(f"the API is not ready yet: {why}")
        self._waits_for = cause

    def stop(self) -> None:
        """Stop the servers first, so that no request comes in, and the store last."""
        self._end(self._children[: len(self._servers)])
        self._end(self._children[len(self._servers) :])
        if self._store is not None:
            self._store.stop()

    def _add(self, *children: ChildProcess) -> None:
        env = self._environment()
        for child in children:
            child.start(env)
            self._children.append(child)
        self._record()

    def _restart_children(self) -> None:
        env = self._environment()
        started = [child.restart_if_ended(env) for child in self._children]
        if not self._open and any(child.refuses_settings for child in self._children):
            raise CannotServe("The server cannot use its settings or its files; see above.")
        if any(started):
            self._record()

    def _end(self, children: list[ChildProcess]) -> None:
        for child in children:
            child.terminate()
        deadline = time.monotonic() + STOP_SECONDS
        while not all(child.has_ended() for child in children):
            if self._signals.now or time.monotonic() > deadline:
                break
            self._signals.wait(TICK / 5)
        for child in children:
            child.kill()

    def _environment(self) -> dict[str, str]:
        settings = self._settings
        env = {
            "HOST": settings.host,
            "PORT": str(settings.port),
            "LUDOTHEQUE_VAR": str(settings.var),
            "LUDOTHEQUE_PROCESSES": str(settings.processes),
        }
        if self._store is not None:
            env["LUDOTHEQUE_REDIS_URL"] = self._store.url
            env["LUDOTHEQUE_QUEUE_URL"] = settings.queue_url or self._store.queue_url
        else:
            env["LUDOTHEQUE_QUEUE_URL"] = settings.queue()
        return environment_with(env)

    def _record(self) -> None:
        if self._store is not None:
            self._store.lock.record(c.pid for c in self._children if c.pid is not None)

    def _greet(self) -> None:
        root = root_url(self._settings)
        echo("Ludothèque is running.")
        echo(f"  play        {root}/ in a browser")
        echo(f"  API         {root}/v1/games")
        echo(f"  start here  {root}/docs")
        echo(f"  reference   {root}/schema")
        if self._settings.processes > 1:
            echo(f"  processes   {self._settings.processes} servers, behind HAProxy")
        if "loopback" in self._settings.cors_origins:
            echo("  CORS        pages on this machine (localhost, any port) may call the API")
        if self._store is not None:
            echo(f"  data        {self._settings.var}")
            echo(f"  durability  {self._settings.fsync}: {FSYNC[self._settings.fsync]}")
        else:
            echo("  data        in the store of LUDOTHEQUE_REDIS_URL")
        echo("Press Ctrl-C to stop. The tables are kept.")


def echo(line: str) -> None:
    """Print a line; a terminal or a disk that takes none must not stop the server."""
    with suppress(OSError):
        click.echo(line)


def report(message: str) -> None:
    """Log a message of the supervisor."""
    log.warning(message)
