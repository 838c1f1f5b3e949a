"""`serve`: store, API and workers as one thing that starts, heals and stops in order."""

import logging
import os
import time

import click

from application.logging import configure_logging, logs_are_json
from application.worker_settings import FSYNC, NotSet, Settings
from workers.supervisor.address import reachable, ready, require_free
from workers.supervisor.process import Child
from workers.supervisor.signals import Heard
from workers.supervisor.store import CannotServe, OwnStore

TICK = 0.1
READY_SECONDS = 60.0
STOP_SECONDS = 10.0
MOST_FALSE_STARTS = 3
log = logging.getLogger(__name__)
WORKERS = ("projector", "timers", "jobs", "bots", "webhooks")


def serve(settings: Settings) -> int:
    """Runs until told to stop; the exit code."""
    configure_logging()
    heard = Heard()
    try:
        store = OwnStore(settings) if settings.redis_url is None else None
        supervisor = Supervisor(settings, heard, store)
        try:
            require_free(settings.host, settings.port)
            supervisor.start()
            supervisor.await_ready()
            supervisor.watch()
        finally:
            supervisor.stop()
        click.echo("Stopped.")
    except (CannotServe, NotSet) as why:
        click.echo(f"ludotheque: {why}", err=True)
        return 1
    return 130 if heard.now else 0


class Supervisor:
    def __init__(self, settings: Settings, heard: Heard, store: OwnStore | None) -> None:
        self._settings = settings
        self._heard = heard
        self._store = store
        self._api = Child("api", ["api"], say)
        self._children: list[Child] = []  # in the order of their start

    def start(self) -> None:
        if self._store is not None:
            self._store.start()
        self._add(self._api)

    def await_ready(self) -> None:
        """The workers come when the API is there: whoever waits, waits for the API."""
        deadline = time.monotonic() + READY_SECONDS
        while not self._heard.stop:
            if ready(self._settings.host, self._settings.port):
                self._add(*(Child(name, ["workers", "work", name], say) for name in WORKERS))
                self._greet()
                return
            self._tend()
            if self._api.deaths >= MOST_FALSE_STARTS or time.monotonic() > deadline:
                raise CannotServe("The API does not start; what it said stands above.")
            self._heard.wait(TICK)

    def watch(self) -> None:
        while not self._heard.stop:
            self._tend()
            self._heard.wait(TICK)

    def stop(self) -> None:
        """The API first, so that nothing new comes in; the store last, so that nothing is lost."""
        self._end(self._children[:1])
        self._end(self._children[1:])
        if self._store is not None:
            self._store.stop()

    def _add(self, *children: Child) -> None:
        env = self._environment()
        for child in children:
            child.start(env)
            self._children.append(child)
        self._record()

    def _tend(self) -> None:
        if self._store is not None:
            before = self._store.url
            if self._store.revive():
                say("the store had died; it was started again")
            if self._store.url != before:
                self._end(self._children)  # they look for it in the old place
        env = self._environment()
        started = [child.tend(env) for child in self._children]
        if any(started):
            self._record()

    def _end(self, children: list[Child]) -> None:
        for child in children:
            child.ask_to_stop()
        deadline = time.monotonic() + STOP_SECONDS
        while not all(child.ended() for child in children):
            if self._heard.now or time.monotonic() > deadline:
                break
            self._heard.wait(TICK / 5)
        for child in children:
            child.kill()

    def _environment(self) -> dict[str, str]:
        settings, env = self._settings, dict(os.environ)
        env |= {"HOST": settings.host, "PORT": str(settings.port)}
        if self._store is not None:
            env["LUDOTHEQUE_REDIS_URL"] = self._store.url
            env["LUDOTHEQUE_QUEUE_URL"] = settings.queue_url or self._store.queue_url
        else:
            env["LUDOTHEQUE_QUEUE_URL"] = settings.queue()
        return env

    def _record(self) -> None:
        if self._store is not None:
            self._store.claim.record(c.pid for c in self._children if c.pid is not None)

    def _greet(self) -> None:
        root = f"http://{reachable(self._settings.host)}:{self._settings.port}"
        click.echo("Ludothèque is open.")
        click.echo(f"  API         {root}/v1/games")
        click.echo(f"  start here  {root}/docs")
        click.echo(f"  reference   {root}/schema")
        if self._store is not None:
            click.echo(f"  data        {self._settings.var}")
            click.echo(f"  durability  {self._settings.fsync}: {FSYNC[self._settings.fsync]}")
        else:
            click.echo("  data        in the store named by LUDOTHEQUE_REDIS_URL")
        click.echo("Ctrl-C stops it; the tables stay.")


def say(message: str) -> None:
    if logs_are_json():
        log.warning(message)
    else:
        click.echo(f"ludotheque: {message}", err=True)
