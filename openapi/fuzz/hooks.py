"""Hooks of schemathesis: walks along the links meet tables at which something can be done.

Only requests of the right form that belong to a walk are touched; whatever is wrong on purpose,
and everything of the other phases, goes to the server as it was made.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeAlias

import schemathesis
from schemathesis import Case, HookContext
from schemathesis.core.transport import Response
from schemathesis.generation import GenerationMode
from schemathesis.generation.meta import TestPhase
from schemathesis.hooks import GLOBAL_HOOK_DISPATCHER

from openapi.fuzz.party import Party

AnyCase: TypeAlias = Case[Any]
ELSEWHERE = {"at", "head", "seat", "player", "cursor"}  # they lead to what is hardly ever there


class RedisWebhookStore:
    """Registered for as long as a run lasts."""

    def __init__(self, party: Party) -> None:
        self._party = party
        self._registered: list[Callable[..., None]] = []

    def __enter__(self) -> "RedisWebhookStore":
        def before_call(context: HookContext, case: AnyCase, kwargs: dict[str, Any]) -> None:
            self.prepare(case)

        def after_call(context: HookContext, case: AnyCase, response: Response) -> None:
            self.go_on(case, response)

        self._registered = [before_call, after_call]
        for hook in self._registered:
            schemathesis.hook(hook)
        return self

    def __exit__(self, *_: object) -> None:
        for hook in self._registered:
            GLOBAL_HOOK_DISPATCHER.unregister(hook)

    def prepare(self, case: AnyCase) -> None:
        if not walks(case):
            return
        self._lead(case)
        match name_of(case):
            case "openTable":
                case.body = self._party.opening()
            case "takeSeat":
                case.body = case.body if isinstance(case.body, dict) and "bot" in case.body else {}
            case "listActions" | "createTicket":
                self._party.begin(case.path_parameters["table"])
            case "sendCommand":
                self._party.begin(case.path_parameters["table"])
                self._play(case)
            case "forkTable":
                case.body = {"at": self._party.place_to_fork(case.path_parameters["table"])}
            case "createWebhook":
                case.body = {"url": f"{self._party.base}/hook"}  # nobody sends anything there

    def go_on(self, case: AnyCase, response: Response) -> None:
        if not walks(case) or response.status_code not in (200, 201):
            return
        match name_of(case):
            case "openTable":
                self._party.sit_down(response.json())
            case "startTable":
                self._party.play(case.path_parameters["table"])
            case "sendCommand" if isinstance(case.body, dict):
                self._party.answer(case.path_parameters["table"], case.body)

    def _lead(self, case: AnyCase) -> None:
        """To a table that is there, and to its present."""
        asked = case.path_parameters.get("table")
        if asked is not None and asked not in self._party.tables and self._party.tables:
            case.path_parameters["table"] = self._party.tables[-1]
        for name in ELSEWHERE & case.query.keys():
            del case.query[name]

    def _play(self, case: AnyCase) -> None:
        """One of the legal actions, for real and without conditions; else at a new table."""
        action = self._party.action(case.path_parameters["table"])
        if action is None:
            case.path_parameters["table"] = self._party.new_table()
            action = self._party.action(case.path_parameters["table"])
        case.body, case.query = action, {}
        for name in ("If-Match", "Idempotency-Key"):
            case.headers.pop(name, None)


@contextmanager
def only_tables() -> Iterator[None]:
    """Of a document that is loaded now, only the operations of tables and the links among them."""

    def before_load_schema(context: HookContext, raw_schema: dict[str, Any]) -> None:
        paths: dict[str, Any] = raw_schema["paths"]
        kept = {path: item for path, item in paths.items() if path.startswith("/v1/tables")}
        operations = [operation for item in kept.values() for operation in item.values()]
        names = {operation["operationId"] for operation in operations}
        for response in (each for op in operations for each in op["responses"].values()):
            links = response.get("links", {}).items()
            response["links"] = {k: link for k, link in links if link["operationId"] in names}
        raw_schema["paths"] = kept

    schemathesis.hook(before_load_schema)
    try:
        yield
    finally:
        GLOBAL_HOOK_DISPATCHER.unregister(before_load_schema)


def walks(case: AnyCase) -> bool:
    """Is it a step of a walk, and of the right form?"""
    meta = case.meta
    return (
        meta is not None
        and meta.phase.name is TestPhase.STATEFUL
        and meta.generation.mode is GenerationMode.POSITIVE
    )


def name_of(case: AnyCase) -> str:
    return str(case.operation.definition.raw["operationId"])
