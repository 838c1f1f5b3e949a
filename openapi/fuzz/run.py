"""One run of schemathesis against a server of its own: in this process, or over HTTP."""

import logging
import os
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import httpx
import schemathesis
from schemathesis.config import SchemathesisConfig
from schemathesis.engine import Status, events, from_schema
from schemathesis.engine.recorder import ScenarioRecorder
from schemathesis.engine.run import PhaseName

from api.app import create_app
from api.asgi.middleware import Middleware
from api.openapi.document import document
from domain.games import GAMES
from openapi.fuzz.hooks import RedisWebhookStore, only_tables
from openapi.fuzz.party import Party
from openapi.fuzz.tour import Tour
from openapi.load.own_server import HOST, own_store, web_process
from openapi.record.server import settings

CONFIG = Path(__file__).parents[1] / "schemathesis.toml"
ENVIRONMENT = {
    "LUDOTHEQUE_WEBHOOKS_LOOPBACK": "1",
    "LUDOTHEQUE_RATE_PER_TOKEN": "off",
    "LUDOTHEQUE_RATE_PER_ADDRESS": "off",
    "LUDOTHEQUE_RATE_OF_REGISTRATION": "off",
    "LUDOTHEQUE_STREAM_SECONDS": "1",
}


MOST_ROUNDS = 12


@dataclass(frozen=True)
class Wish:
    """How long to try, and with which luck."""

    examples: int = 10  # of each operation and phase
    walks: int = 20
    steps: int = 30  # of each walk, at most
    seed: int = 1
    seconds: int | None = None
    over_http: bool = False
    only_walks: bool = False

    def further(self) -> Iterator["Wish"]:
        """More walks from table to table, each time with other luck.

        Schemathesis takes leave early when a step that is repeated has another outcome, and at a
        table that is played a repeated step often has; so one round seldom makes all the walks.
        For as long as a number of seconds it repeats its rounds itself.
        """
        for number in range(1, MOST_ROUNDS if self.seconds is None else 1):
            yield replace(self, seed=self.seed + number, only_walks=True)


@dataclass
class Found:
    tour: Tour
    failures: list[str] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    phases: dict[str, Status] = field(default_factory=dict)  # the worst of all rounds
    walks: int = 0
    played: set[str] = field(default_factory=set)  # games in which a command was accepted
    finished: dict[str, int] = field(default_factory=dict)  # tables by game

    @property
    def good(self) -> bool:
        return not self.failures and not self.errors

    def enough(self, walks: int) -> bool:
        """So many walks, and a whole table of every game; or something that is wrong."""
        whole = self.played & self.finished.keys()
        return not self.good or (self.walks >= walks and whole >= GAMES.keys())

    def see(self, event: events.EngineEvent) -> None:
        self.tour.see(event)
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
    """What was promised and not kept, with the curl commands that show it."""
    for check in (check for checks in recorder.checks.values() for check in checks):
        if check.failure_info is not None:
            yield f"{check.name}: {check.failure_info.failure}\n{check.failure_info.code_sample}"


def fuzzed(wish: Wish) -> Found:
    logging.getLogger("httpx").setLevel(logging.WARNING)  # the party would tell of every move
    found = Found(Tour.of(document()))
    with own_store(fsync="no") as store:
        place = web_process(["api"], "/health/ready", store.url, ENVIRONMENT)
        with (
            place as (port, _),
            players(f"http://{HOST}:{port}") as party,
            RedisWebhookStore(party),
        ):
            app = None if wish.over_http else create_app(settings(store.url))
            for wanted in (wish, *wish.further()):
                if found.enough(wish.walks):
                    break
                for event in from_schema(loaded(wanted, party.base, app)).execute():
                    found.see(event)
                found.finished, found.played = dict(party.finished), party.played
    return found


def loaded(wish: Wish, base: str, app: Middleware | None) -> Any:
    path, config = "/schema/openapi.json", configured(wish)
    with only_tables() if wish.only_walks else nullcontext():
        if app is None:
            return schemathesis.openapi.from_url(base + path, config=config)
        return schemathesis.openapi.from_asgi(path, app, config=config)


def configured(wish: Wish) -> SchemathesisConfig:
    config = SchemathesisConfig.from_path(CONFIG)
    config.update(seed=wish.seed, max_time=wish.seconds, max_failures=None)
    project = config.projects.default
    project.generation.update(max_examples=wish.examples)
    project.phases.stateful.generation.update(max_examples=wish.walks)
    project.phases.stateful.max_steps = wish.steps
    if wish.only_walks:
        for phase in (project.phases.examples, project.phases.coverage, project.phases.fuzzing):
            phase.enabled = False
    return config


@contextmanager
def players(base: str) -> Iterator[Party]:
    """The player under test, one that may be lost, and the party."""
    tokens = {name: _token(base) for name in ("LUDOTHEQUE_TOKEN", "SPARE_TOKEN")}
    before = {name: os.environ.get(name) for name in tokens}
    os.environ.update(tokens)
    party = Party(base, tokens["LUDOTHEQUE_TOKEN"])
    try:
        yield party
    finally:
        party.close()
        for name, value in before.items():
            os.environ.pop(name, None) if value is None else os.environ.update({name: value})


def _token(base: str) -> str:
    made = httpx.post(f"{base}/v1/players", json={"name": "Schemathesis"})
    return str(made.raise_for_status().json()["token"])
