"""For people who prefer locust: one user is one table with all its players, table after table.

pip install 'ludotheque[locust]'     # `make test` has it already
locust -f openapi/load/locustfile.py --host http://127.0.0.1:8000 --mix some_game:3=2,other_game

Locust's users wait for their answers (a closed model); `ludotheque load` does not.
"""

import random
import time
from collections.abc import Iterator
from contextlib import suppress
from typing import Any, ClassVar

from locust import HttpUser, constant, events, task
from locust.argument_parser import LocustArgumentParser
from locust.env import Environment

from openapi.load import document
from openapi.load.document import Document, Request
from openapi.load.mix import Offer, offers, rotation, wishes
from openapi.load.player_pool import Player
from openapi.load.problem import TRIES, problem_code, retry_after
from openapi.load.script import NOT_AS_PROMISED, Script, Sitting
from openapi.load.target import is_address, is_loopback

AFTER_REFUSAL_SECONDS = 1.0  # a server that says no to everything is not asked without pause

luck = random.Random()  # noqa: S311 - which card, not which key


@events.init_command_line_parser.add_listener
def add_words(parser: LocustArgumentParser) -> None:
    parser.add_argument("--mix", default="", help="game:seats=weight,… [all games, fewest seats]")
    parser.add_argument("--think", type=float, default=0.25, help="mean seconds between turns")
    parser.add_argument("--i-own-this-server", action="store_true", help="load another machine")


@events.test_start.add_listener
def leave_other_machines_in_peace(environment: Environment, **_: Any) -> None:
    assert environment.parsed_options is not None
    assert environment.runner is not None
    host, owned = environment.host or "", environment.parsed_options.i_own_this_server
    if not is_address(host) or not (owned or is_loopback(host)):
        print(f"{host} is not on this machine; --i-own-this-server if it is yours")
        environment.process_exit_code = 2
        environment.runner.quit()


class Refused(Exception):
    """The server said no; locust has counted it."""


class Table(HttpUser):
    wait_time = constant(0)
    read: ClassVar[Document]
    kinds: ClassVar[Iterator[Offer] | None] = None  # shared, so that the mix is that of all users

    def on_start(self) -> None:
        self.players: list[Player] = []
        self.client.trust_env = False  # nor by way of a proxy
        if Table.kinds is None:
            Table.read = Document.read(self.client.get(document.ADDRESS, name="document").content)
            shelf = self.ask(self.read.request("listGames"))
            Table.kinds = rotation(offers(wishes(self.said.mix), shelf["games"], {}))

    @task
    def play(self) -> None:
        assert self.kinds is not None
        offer = next(self.kinds)
        try:
            self.gather(offer.seats)
            ids = [player.id for player in self.players[: offer.seats]]
            sitting = Sitting(self.read, offer, ids, luck)
        except Refused:
            time.sleep(AFTER_REFUSAL_SECONDS)
            return
        try:
            self.drive(sitting.play())
        except Refused:
            time.sleep(AFTER_REFUSAL_SECONDS)
        except NOT_AS_PROMISED:
            time.sleep(AFTER_REFUSAL_SECONDS)
            raise  # locust lists it
        finally:  # also when locust stops the user
            with suppress(Refused):
                for ask in sitting.leave():
                    self.ask(ask.request, self.players[ask.who].token, forgiven=True)

    def on_stop(self) -> None:
        while self.players:
            with suppress(Refused):
                gone = self.players.pop()
                self.ask(self.read.request("erasePlayer"), gone.token, forgiven=True)

    def gather(self, number: int) -> None:
        while len(self.players) < number:
            body = {"name": f"Locust {len(self.players)}"}
            made = self.ask(self.read.request("createPlayer", body=body))
            self.players.append(Player(made["id"], made["token"]))

    def drive(self, script: Script) -> None:
        answer = None
        with suppress(StopIteration):
            while True:
                ask = script.send(answer)
                if ask.begins and self.said.think:
                    time.sleep(luck.expovariate(1 / self.said.think))
                answer = self.ask(ask.request, self.players[ask.who].token)

    def ask(self, request: Request, token: str = "", forgiven: bool = False) -> Any:
        """Forgiven are those who clean up: locust may have stopped them after the last move."""
        headers = request.headers(token)
        for _ in range(TRIES):
            with self.sent(request, headers) as answer:
                if answer.ok and not answer.is_redirect:
                    return answer.json() if answer.content else None
                answer.success() if forgiven else answer.failure(problem_code(answer))
            wait = retry_after(answer)
            if wait is None:
                break
            time.sleep(wait)
        raise Refused(request.operation)

    def sent(self, request: Request, headers: dict[str, str]) -> Any:
        return self.client.request(
            request.method,
            request.path,
            name=request.operation,
            json=request.body,
            headers=headers,
            catch_response=True,
            allow_redirects=False,  # nobody else is to be loaded
        )

    @property
    def said(self) -> Any:
        return self.environment.parsed_options
