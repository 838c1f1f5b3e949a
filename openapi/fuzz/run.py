"""One run of schemathesis against a server started for it: in this process, or over HTTP."""

import asyncio
import logging
import os
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any
from unittest.mock import patch

import httpx
import schemathesis
from schemathesis.config import SchemathesisConfig
from schemathesis.engine import Status, events, from_schema
from schemathesis.engine.recorder import ScenarioRecorder
from schemathesis.engine.run import PhaseName

from api.app import create_app
from api.asgi.middleware import Middleware
from api.openapi.document import document
from api.pages import reference
from application.administration.players import create_administrator
from domain.games import GAMES
from openapi.fuzz.hooks import WalkHooks, only_below
from openapi.fuzz.reach import Reach
from openapi.fuzz.table_players import TablePlayers
from openapi.load.own_server import HOST, own_store, web_process
from openapi.record.server import settings
from workers.composition.requests import administer

CONFIG = Path(reference.__file__).with_name("schemathesis.toml")
ENVIRONMENT = {
    "LUDOTHEQUE_WEBHOOKS_LOOPBACK": "1",
    "LUDOTHEQUE_LIMITS": "off",
    "LUDOTHEQUE_STREAM_SECONDS": "1",
}
MOST_ROUNDS = 12
WALKS = "stateful"
PHASES = frozenset({"examples", "coverage", "fuzzing", WALKS})


@dataclass(frozen=True)
class FuzzOptions:
    """How long to try, and with which seed."""

    examples: int = 10  # of each operation and phase
    walks: int = 20
    steps: int = 30  # of each walk, at most
    seed: int = 1
    seconds: int | None = None
    over_http: bool = False
    only_walks: bool = False
    phases: frozenset[str] = PHASES
    every_game: bool = True  # walk on until a table of every game is finished

    def further_rounds(self) -> Iterator["FuzzOptions"]:
        """Yield rounds of more walks from table to table, each with another seed.

        Schemathesis stops early when a repeated step has another result, which is usual at a
        table that is being played; so one round seldom makes all the walks. With `seconds` it
        repeats its rounds itself.
        """
        for number in range(1, MOST_ROUNDS if self.seconds is None else 1):
            if WALKS in self.phases:
                yield replace(self, seed=self.seed + number, only_walks=True)


@dataclass
class Findings:
    reach: Reach
    failures: list[str] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    phases: dict[str, Status] = field(default_factory=dict)  # the worst of all rounds
    walks: int = 0
    played: set[str] = field(default_factory=set)  # games in which a command was accepted
    finished: dict[str, int] = field(default_factory=dict)  # tables by game

    @property
    def good(self) -> bool:
        return not self.failures and not self.errors

    def enough(self, options: FuzzOptions) -> bool:
        """Whether something failed, or the walks and a finished table of each game are done."""
        wanted = GAMES.keys() if options.every_game else set()
        complete = self.played & self.finished.keys()
        return not self.good or (self.walks >= options.walks and complete >= wanted)

    def add(self, event: events.EngineEvent) -> None:
        self.reach.add(event)
        if isinstance(event, events.NonFatalError):
            self.errors.append(str(event.info.format()))
        elif isinstance(event, events.PhaseFinished):
            if event.phase.is_enabled:
                name = event.phase.name.name
                self.phases[name] = max(event.status, self.phases.get(name, event.status))
        elif isinstance(event, events.ScenarioFinished):
            self.walks += event.phase is PhaseName.STATEFUL_TESTING
            self.failures += failed_checks(event.recorder)
        elif isinstance(event, events.EngineFinished):
            self.failures += [str(failure) for failure in event.failures]


def failed_checks(recorder: ScenarioRecorder) -> Iterator[str]:
    """Yield the failed checks, with the curl commands that reproduce them."""
    for check in (check for checks in recorder.checks.values() for check in checks):
        if check.failure_info is not None:
            yield f"{check.name}: {check.failure_info.failure}\n{check.failure_info.code_sample}"


def fuzz(options: FuzzOptions) -> Findings:
    # It would log every move of the other players.
    logging.getLogger("httpx").setLevel(logging.WARNING)
    findings = Findings(Reach.of(document()))
    with own_store(fsync="no") as store:
        server = web_process(["api"], "/health/ready", store.url, ENVIRONMENT)
        with (
            server as (port, _),
            table_players(f"http://{HOST}:{port}") as players,
            WalkHooks(players),
        ):
            app = None if options.over_http else create_app(settings(store.url))
            for each in (options, *options.further_rounds()):
                if findings.enough(options):
                    break
                for event in from_schema(load_schema(each, players.base, app)).execute():
                    findings.add(event)
                findings.finished, findings.played = dict(players.finished), players.played
    return findings


def fuzz_administration(options: FuzzOptions) -> Findings:
    """Send requests of an administrator to a server of its own: they must not fail, nor harm it."""
    findings = Findings(Reach.of(document()))
    with own_store(fsync="no") as store:
        chosen = settings(store.url)
        create = partial(create_administrator, name="Schemathesis")
        token = asyncio.run(administer(chosen, create, "machine:fuzz")).token
        with patch.dict(os.environ, {"TOKEN": token}):
            with only_below("/v1/admin"):
                schema = load_schema(options, "", create_app(chosen))
            for event in from_schema(schema).execute():
                findings.add(event)
    return findings


def load_schema(options: FuzzOptions, base: str, app: Middleware | None) -> Any:
    path, config = "/schema/openapi.json", configuration(options)
    with only_below("/v1/tables") if options.only_walks else nullcontext():
        if app is None:
            return schemathesis.openapi.from_url(base + path, config=config)
        return schemathesis.openapi.from_asgi(path, app, config=config)


def configuration(options: FuzzOptions) -> SchemathesisConfig:
    config = SchemathesisConfig.from_path(CONFIG)
    config.update(seed=options.seed, max_time=options.seconds, max_failures=None)
    project = config.projects.default
    project.generation.update(max_examples=options.examples)
    project.phases.stateful.generation.update(max_examples=options.walks)
    project.phases.stateful.max_steps = options.steps
    for phase in PHASES:
        wanted = phase == WALKS if options.only_walks else phase in options.phases
        getattr(project.phases, phase).enabled = wanted
    return config


@contextmanager
def table_players(base: str) -> Iterator[TablePlayers]:
    """Register the player under test, and the others."""
    token = _token(base)
    players = TablePlayers(base, token)
    try:
        with patch.dict(os.environ, {"TOKEN": token}):
            yield players
    finally:
        players.close()


def _token(base: str) -> str:
    created = httpx.post(f"{base}/v1/players", json={"name": "Schemathesis"})
    return str(created.raise_for_status().json()["token"])
