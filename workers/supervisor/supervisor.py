"""Starts, heals and stops the store, the API and the workers, in order."""

import logging
import time

import click

from application.logging import configure_logging
from application.setting_values import SettingError
from application.settings import FSYNC, Settings, environment_with
from workers.supervisor.address import reachable, ready, require_free
from workers.supervisor.process import ChildProcess
from workers.supervisor.signals import Signals
from workers.supervisor.store import CannotServe, EmbeddedStore

TICK = 0.1
READY_SECONDS = 60.0
STOP_SECONDS = 10.0
MOST_FALSE_STARTS = 3
log = logging.getLogger(__name__)
WORKERS = ("projector", "timers", "jobs", "bots", "webhooks")


def serve(settings: Settings) -> int:
    """Run until a signal stops it; return the exit code."""
    configure_logging(settings.log_format)
    signals = Signals()
    try:
        store = EmbeddedStore(settings) if settings.redis_url is None else None
        supervisor = Supervisor(settings, signals, store)
        try:
            require_free(settings.host, settings.port)
            supervisor.start()
            supervisor.await_ready()
            supervisor.watch()
        finally:
            supervisor.stop()
        click.echo("Stopped.")
    except (CannotServe, SettingError) as why:
        click.echo(f"ludotheque: {why}", err=True)
        return 1
    return 130 if signals.now else 0


class Supervisor:
    def __init__(self, settings: Settings, signals: Signals, store: EmbeddedStore | None) -> None:
        self._settings = settings
        self._signals = signals
        self._store = store
        self._api = ChildProcess("api", ["api"], report)
        self._children: list[ChildProcess] = []  # in the order of their start

    def start(self) -> None:
        if self._store is not None:
            self._store.start()
        self._add(self._api)

    def await_ready(self) -> None:
        """Start the workers once the API is ready: people wait for the API."""
        deadline = time.monotonic() + READY_SECONDS
        while not self._signals.stop:
            if ready(self._settings.host, self._settings.port):
                self._add(
                    *(ChildProcess(name, ["workers", "work", name], report) for name in WORKERS)
                )
                self._greet()
                return
            self._restart_what_ended()
            if self._api.failed_starts >= MOST_FALSE_STARTS or time.monotonic() > deadline:
                raise CannotServe("The API did not start; see its messages above.")
            self._signals.wait(TICK)

    def watch(self) -> None:
        while not self._signals.stop:
            self._restart_what_ended()
            self._signals.wait(TICK)

    def stop(self) -> None:
        """Stop the API first, so that no request comes in, and the store last."""
        self._end(self._children[:1])
        self._end(self._children[1:])
        if self._store is not None:
            self._store.stop()

    def _add(self, *children: ChildProcess) -> None:
        env = self._environment()
        for child in children:
            child.start(env)
            self._children.append(child)
        self._record()

    def _restart_what_ended(self) -> None:
        if self._store is not None:
            before = self._store.url
            if self._store.restart_if_dead():
                report("the store had ended; it was restarted")
            if self._store.url != before:
                self._end(self._children)  # they use the old address
        env = self._environment()
        started = [child.restart_if_ended(env) for child in self._children]
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
        env = {"HOST": settings.host, "PORT": str(settings.port)}
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
        root = f"http://{reachable(self._settings.host)}:{self._settings.port}"
        click.echo("Ludothèque is running.")
        click.echo(f"  API         {root}/v1/games")
        click.echo(f"  start here  {root}/docs")
        click.echo(f"  reference   {root}/schema")
        if self._store is not None:
            click.echo(f"  data        {self._settings.var}")
            click.echo(f"  durability  {self._settings.fsync}: {FSYNC[self._settings.fsync]}")
        else:
            click.echo("  data        in the store of LUDOTHEQUE_REDIS_URL")
        click.echo("Press Ctrl-C to stop. The tables are kept.")


def report(message: str) -> None:
    """Log a message of the supervisor."""
    log.warning(message)
