"""Which methods an address knows: for `Allow`, on OPTIONS and on 405."""

import re
from typing import Any

from litestar import Litestar
from litestar.enums import ScopeType
from litestar.types import ASGIApp, Receive, Scope, Send


def methods_at(app: Litestar, path: str) -> list[str]:
    """Of all routes that fit this path, those with the fewest variables in them count."""
    fitting: dict[int, set[str]] = {}
    for route in app.routes:
        template = re.sub(r"\\\{[^}]*\\\}", "[^/]+", re.escape(route.path))
        if re.fullmatch(template, path.rstrip("/") or "/"):
            methods: set[str] = set(getattr(route, "methods", ()))
            fitting.setdefault(route.path.count("{"), set()).update(methods)
    return sorted(fitting[min(fitting)] | {"OPTIONS"}) if fitting else []


class AnswerOptions:
    """OPTIONS on any known address: 204 and all of its methods."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP or scope["method"] != "OPTIONS":
            await self.app(scope, receive, send)
            return
        allowed = methods_at(scope["litestar_app"], scope["path"])
        if not allowed:
            await self.app(scope, receive, send)
            return
        headers: Any = [(b"allow", ", ".join(allowed).encode())]
        await send({"type": "http.response.start", "status": 204, "headers": headers})
        await send({"type": "http.response.body", "body": b"", "more_body": False})
