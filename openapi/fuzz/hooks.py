"""Hooks of schemathesis: walks along the links get tables at which something can be done.

Only valid requests of a walk are changed. Requests that are invalid on purpose, and all requests
of the other phases, are sent as schemathesis generated them.
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

from openapi.fuzz.table_players import SHARE, TablePlayers

AnyCase: TypeAlias = Case[Any]
REMOVED = {"at", "head", "seat", "player", "cursor"}  # random values of these match nothing


class WalkHooks:
    """Hooks that are registered while the block runs."""

    def __init__(self, players: TablePlayers) -> None:
        self._players = players
        self._registered: list[Callable[..., None]] = []

    def __enter__(self) -> "WalkHooks":
        def before_call(context: HookContext, case: AnyCase, kwargs: dict[str, Any]) -> None:
            self.prepare(case)

        def after_call(context: HookContext, case: AnyCase, response: Response) -> None:
            self.follow_up(case, response)

        self._registered = [before_call, after_call]
        for hook in self._registered:
            schemathesis.hook(hook)
        return self

    def __exit__(self, *_: object) -> None:
        for hook in self._registered:
            GLOBAL_HOOK_DISPATCHER.unregister(hook)

    def prepare(self, case: AnyCase) -> None:
        if not is_valid_walk_step(case):
            return
        self._use_existing_table(case)
        match operation_id(case):
            case "openTable":
                case.body = self._players.opening_body()
            case "takeSeat":
                case.body = case.body if isinstance(case.body, dict) and "bot" in case.body else {}
            case "listActions" | "createTicket":
                self._players.ensure_started(case.path_parameters["table"])
            case "sendCommand":
                self._players.ensure_started(case.path_parameters["table"])
                self._use_legal_action(case)
            case "sealLuck":
                case.body = self._players.commitment(case.path_parameters["table"])
            case "revealLuck":
                table = self._players.table_to_reveal(case.path_parameters["table"])
                case.path_parameters["table"], case.body = table, {"share": SHARE.hex()}
            case "forkTable":
                case.body = {"at": self._players.version_to_fork(case.path_parameters["table"])}
            case "rotateToken":  # the walk and its other players use the token
                case.body = {"confirm": self._players.me, "grace_seconds": 3600}
            case "recoverPlayer" if isinstance(case.body, dict):
                case.body = {**case.body, "code": str(case.body.get("code"))[::-1]}
            case "createWebhook":
                case.body = {
                    "url": f"{self._players.base}/hook"
                }  # nothing is delivered during a run

    def follow_up(self, case: AnyCase, response: Response) -> None:
        if not is_valid_walk_step(case) or response.status_code not in (200, 201):
            return
        match operation_id(case):
            case "openTable":
                self._players.fill_seats(response.json())
            case "startTable":
                self._players.play(case.path_parameters["table"])
            case "sendCommand" if isinstance(case.body, dict):
                self._players.reply(case.path_parameters["table"], case.body)

    def _use_existing_table(self, case: AnyCase) -> None:
        """Replace an unknown table by the latest one, and remove parameters of past versions."""
        table = case.path_parameters.get("table")
        if table is not None and table not in self._players.tables and self._players.tables:
            case.path_parameters["table"] = self._players.tables[-1]
        for name in REMOVED & case.query.keys():
            del case.query[name]

    def _use_legal_action(self, case: AnyCase) -> None:
        """Send a legal action without conditions; at a new table if there is none at this one."""
        action = self._players.action(case.path_parameters["table"])
        if action is None:
            case.path_parameters["table"] = self._players.new_table()
            action = self._players.action(case.path_parameters["table"])
        case.body, case.query = action, {}
        for name in ("If-Match", "Idempotency-Key"):
            case.headers.pop(name, None)


@contextmanager
def only_below(folder: str) -> Iterator[None]:
    """Limit a document loaded in this block to operations below a path and links among them."""

    def before_load_schema(context: HookContext, raw_schema: dict[str, Any]) -> None:
        paths: dict[str, Any] = raw_schema["paths"]
        kept = {path: item for path, item in paths.items() if path.startswith(folder)}
        operations = [operation for item in kept.values() for operation in item.values()]
        names = {operation["operationId"] for operation in operations}
        for response in (each for op in operations for each in op["responses"].values()):
            if links := response.get("links"):
                among = {k: link for k, link in links.items() if link["operationId"] in names}
                response["links"] = among
        raw_schema["paths"] = kept

    schemathesis.hook(before_load_schema)
    try:
        yield
    finally:
        GLOBAL_HOOK_DISPATCHER.unregister(before_load_schema)


def is_valid_walk_step(case: AnyCase) -> bool:
    meta = case.meta
    return (
        meta is not None
        and meta.phase.name is TestPhase.STATEFUL
        and meta.generation.mode is GenerationMode.POSITIVE
    )


def operation_id(case: AnyCase) -> str:
    return str(case.operation.definition.raw["operationId"])
