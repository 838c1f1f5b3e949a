"""A plain command, answered without the framework; whatever is not plain goes the ordinary way.

Plain: no query, no `If-Match`, a token this process knows, a body in one piece that decodes as it
stands. It is judged by the same `handle`, answered by the same functions and refused by the same
problems; a test sends the same requests both ways and compares the bytes.
"""

import re
from typing import Any, NamedTuple

import msgspec
from litestar.types import HTTPScope, Message, Receive, Send

from api.http.decoding import StrictRequest
from api.http.params import idempotency, receipt_answer
from api.http.requests import AnyCommand
from api.problems import handlers
from api.services import Services
from application.handle import handle
from domain.judging.judge import ByPlayer
from domain.kernel.ids import ID_PATTERN, PlayerId, TableId
from domain.kernel.messages import Command

TEMPLATE = "/v1/tables/{table}/commands"
_PATH = re.compile(rf"/v1/tables/({ID_PATTERN})/commands")
_KEY = re.compile(rb"[\x21-\x7e]{1,64}")
_BLANKS = b" \t\r\n"

_commands: msgspec.json.Decoder[Command] = msgspec.json.Decoder(AnyCommand)
_encode = msgspec.json.Encoder().encode


class Plain(NamedTuple):
    """A command that needs nothing but to be handled."""

    table: TableId
    player: PlayerId
    key: str | None


async def answered(
    services: Services, scope: HTTPScope, token: bytes | None, receive: Receive, send: Send
) -> Receive | None:
    """None if it was answered here; otherwise what is still to be received.

    `token` = the hash of the bearer token, if there is one.
    """
    plain = _plain(services, scope, token) if token is not None else None
    if plain is None:
        return receive
    first: Any = await receive()
    command = command_in(first, services.settings.largest_body)
    if command is None:
        return _again(first, receive)
    scope["path_template"] = TEMPLATE
    try:
        content = await _handled(services, plain, command)
    except Exception as wrong:  # noqa: BLE001 - translated like everything that goes wrong
        await handlers.answered(StrictRequest(scope, receive, send), wrong)
        return None
    await _send(send, content)
    return None


def _plain(services: Services, scope: HTTPScope, token: bytes) -> Plain | None:
    path = _PATH.fullmatch(scope["path"])
    if path is None or scope["query_string"] or scope["method"] != "POST":
        return None
    found = dict(scope["headers"])
    if found.get(b"content-type") != b"application/json" or b"if-match" in found:
        return None
    key = found.get(b"idempotency-key")
    if key is not None and not _KEY.fullmatch(key):
        return None
    player = services.trusted(token)
    return Plain(path[1], player, key.decode() if key else None) if player else None


def command_in(first: Any, largest: int) -> Command | None:
    """The command, if the body is all there and says nothing twice."""
    body: bytes = first.get("body", b"")
    if first["type"] != "http.request" or first.get("more_body") or len(body) > largest:
        return None
    try:
        command = _commands.decode(body)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return None
    # What says the same, but for blanks, as what was understood says nothing twice and leaves
    # nothing out; another order of keys takes the long way.
    return command if body.translate(None, _BLANKS) == _encode(command) else None


async def _handled(services: Services, plain: Plain, command: Command) -> bytes:
    key = idempotency(plain.key, _encode(command), b"") if plain.key else None
    receipt = await handle(services.tables, plain.table, ByPlayer(plain.player), command, key)
    live = await services.tables.find(plain.table)
    return receipt_answer(live, plain.player, receipt, None)


async def _send(send: Send, content: bytes) -> None:
    headers = [
        (b"content-type", b"application/json"),
        (b"content-length", b"%d" % len(content)),
    ]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": content, "more_body": False})


def _again(first: Message, receive: Receive) -> Receive:
    """The same request from its beginning, for somebody else to read."""
    waiting = [first]

    async def replayed() -> Any:
        return waiting.pop() if waiting else await receive()

    return replayed
