"""The same tables for locust: one user plays table after table, with all players of each.

Run it in the folder of the clone; it needs locust and msgspec, in any environment:

pip install locust msgspec
locust -f openapi/load/locustfile.py --host http://127.0.0.1:8000 --mix some_game:3=2,other_game

Users of locust wait for each answer (a closed model); `ludotheque load` does not.
"""

import random
import time
from collections.abc import Iterator
from contextlib import suppress
from typing import Any, ClassVar

from locust import HttpUser, constant, events, task
from locust.argument_parser import LocustArgumentParser
from locust.env import Environment

from openapi.load.address import is_address, is_loopback
from openapi.load.mix import TableKind, parse_mix, rotation, table_kinds
from openapi.load.script import INVALID_ANSWER, ClosedEarly, TableScript
from openapi.play import document
from openapi.play.document import Document, Request
from openapi.play.driving import perform
from openapi.play.retrying import Retry, problem_code
from openapi.play.table import Player, Step

AFTER_FAILURE_SECONDS = 1.0  # a server that rejects everything is not flooded
RETRY = Retry()

rng = random.Random()  # noqa: S311 - not for secrets


@events.init_command_line_parser.add_listener
def add_options(parser: LocustArgumentParser) -> None:
    parser.add_argument("--mix", default="", help="game:seats=weight,… [all games, fewest seats]")
    parser.add_argument("--think", type=float, default=0.25, help="mean seconds between turns")
    parser.add_argument("--sealed", type=float, default=0.5, help="share with sealed luck")
    parser.add_argument("--lobby", type=float, default=0.2, help="share of tables by seeks")
    parser.add_argument("--i-own-this-server", action="store_true", help="load another machine")


@events.test_start.add_listener
def refuse_other_machines(environment: Environment, **_: Any) -> None:
    assert environment.parsed_options is not None
    assert environment.runner is not None
    host, owned = environment.host or "", environment.parsed_options.i_own_this_server
    if not is_address(host) or not (owned or is_loopback(host)):
        print(f"{host} is not on this machine; add --i-own-this-server if it is yours")
        environment.process_exit_code = 2
        environment.runner.quit()


class RequestFailed(Exception):
    """The server rejected the request; locust has counted it."""


class Table(HttpUser):
    wait_time = constant(0)
    api: ClassVar[Document]
    kinds: ClassVar[Iterator[TableKind] | None] = None  # shared: the mix is that of all users

    def on_start(self) -> None:
        self.players: list[Player] = []
        self.client.trust_env = False  # no proxy
        if Table.kinds is None:
            answer = self.client.get(document.ADDRESS, name="document")
            Table.api = Document.read(answer.content, self.client.base_url)
            games = self.ask(self.api.request("listGames"))
            Table.kinds = rotation(table_kinds(parse_mix(self.options.mix), games["games"], {}))

    @task
    def play(self) -> None:
        assert self.kinds is not None
        kind = next(self.kinds)
        try:
            self.register(kind.seats)
            ids = [player.id for player in self.players[: kind.seats]]
            sealed, lobby = self.options.sealed, self.options.lobby
            script = TableScript(self.api, kind, ids, rng, sealed, lobby=lobby)
        except RequestFailed:
            time.sleep(AFTER_FAILURE_SECONDS)
            return
        try:
            perform(script.play(), self.paced)
        except RequestFailed:
            time.sleep(AFTER_FAILURE_SECONDS)
        except (ClosedEarly, *INVALID_ANSWER):
            time.sleep(AFTER_FAILURE_SECONDS)
            raise  # so that locust lists it
        finally:  # also when locust stops the user
            with suppress(RequestFailed):
                for step in script.leave():
                    self.ask(step.request, self.players[step.player].token, ignore_errors=True)

    def on_stop(self) -> None:
        while self.players:
            with suppress(RequestFailed):
                player = self.players.pop()
                erase = self.api.request("erasePlayer", {"confirm": player.id})
                self.ask(erase, player.token, ignore_errors=True)

    def register(self, number: int) -> None:
        while len(self.players) < number:
            body = {"name": f"Locust {len(self.players)}"}
            created = self.ask(self.api.request("createPlayer", body=body))
            self.players.append(Player(created["id"], created["token"]))

    def paced(self, step: Step) -> Any:
        """Send a step, after a pause if a journey begins with it."""
        if step.begins and self.options.think:
            time.sleep(rng.expovariate(1 / self.options.think))
        return self.ask(step.request, self.players[step.player].token)

    def ask(self, request: Request, token: str = "", ignore_errors: bool = False) -> Any:
        """Return the decoded answer.

        Errors while cleaning up are ignored: locust may stop a user between a request and its
        answer, and the server has then done more than the script knows.
        """
        headers, began, attempt = request.headers(token), time.monotonic(), 0
        while True:
            attempt += 1
            with self.send(request, headers) as answer:
                if answer.ok and not answer.is_redirect:
                    return answer.json() if answer.content else None
                answer.success() if ignore_errors else answer.failure(problem_code(answer))
            pause = RETRY.pause_after(attempt, time.monotonic() - began, answer)
            if pause is None:
                raise RequestFailed(request.operation)
            time.sleep(pause)

    def send(self, request: Request, headers: dict[str, str]) -> Any:
        return self.client.request(
            request.method,
            request.path,
            name=request.operation,
            json=request.body,
            headers=headers,
            catch_response=True,
            allow_redirects=False,  # a redirect could lead to another machine
        )

    @property
    def options(self) -> Any:
        return self.environment.parsed_options
