"""Serves the application below a path prefix, such as `/ludo`; used only if one is set."""

from typing import Any, cast

from litestar import Litestar
from litestar.enums import ScopeType
from litestar.types import HTTPScope, Message, Receive, Scope, Send
from msgspec import json

from api.asgi.middleware import Middleware
from api.asgi.visit import REQUESTS
from api.problems.catalogue import CODES, problem_fields
from api.problems.handlers import MEDIA_TYPE
from api.transport.links import PREFIX
from api.transport.turn import Pending, Reply
from application.settings import Settings


class PrefixedMiddleware(Middleware):
    """Removes the prefix from the path of a request, and adds it to the paths in the answer.

    The layers inside see paths without it. Paths in bodies are made with `api.transport.links`; the
    headers `Location` and `Link` are completed here.
    """

    def __init__(self, app: Litestar, settings: Settings) -> None:
        super().__init__(app, settings)
        self._prefix = settings.prefix

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP:
            await super().__call__(scope, receive, send)
        elif self._enter_prefix(scope):
            await super().__call__(scope, receive, self._completing(send))
        else:
            await self._refuse(scope, send)

    def quick(self, scope: Any, body: bytes) -> Reply | Pending | None:
        """Answer as without a prefix: the answers of quick ways have no paths in their headers."""
        return super().quick(scope, body) if self._enter_prefix(scope) else None

    def _enter_prefix(self, scope: Any) -> bool:
        """Remove the prefix from the path; return False if it does not begin with it.

        The scope is changed, not copied: the connection knows it.
        """
        path = scope["path"]
        if PREFIX not in scope:
            if path != self._prefix and not path.startswith(f"{self._prefix}/"):
                return False
            scope["path"], scope[PREFIX] = path.removeprefix(self._prefix) or "/", self._prefix
        return True

    def _completing(self, send: Send) -> Send:
        prefix = self._prefix.encode()

        async def complete(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = [
                    (name, _below(prefix, name, value)) for name, value in message["headers"]
                ]
                message = cast(Any, {**message, "headers": headers})
            await send(message)

        return complete

    async def _refuse(self, scope: HTTPScope, send: Send) -> None:
        """Answer 404 for a path outside of the prefix, and name the prefix."""
        known, path = CODES["not_found"], scope["path"]
        detail = f"Nothing is at {path}. This server is at {self._prefix}/: add it to the path."
        body = json.encode(problem_fields(known, path, self._prefix) | {"detail": detail})
        REQUESTS.count(scope, known.status, 0.0)
        headers: Any = [
            (b"content-type", MEDIA_TYPE.encode()),
            (b"content-length", b"%d" % len(body)),
        ]
        await send({"type": "http.response.start", "status": known.status, "headers": headers})
        await send({"type": "http.response.body", "body": body, "more_body": False})


def _below(prefix: bytes, name: bytes, value: bytes) -> bytes:
    """Return the value of a header, with the prefix if it is a path of the server."""
    if name.lower() == b"location" and value.startswith(b"/"):
        return prefix + value
    if name.lower() == b"link" and value.startswith(b"</"):
        return b"<" + prefix + value[1:]
    return value
