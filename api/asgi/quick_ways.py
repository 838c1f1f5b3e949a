"""The operations that have a quick way: without the framework, and without waiting."""

import re
from collections import defaultdict
from collections.abc import Callable
from typing import Any, TypeAlias

from litestar import Litestar

from api.transport.answer import Answer
from api.transport.turn import Read

Quick: TypeAlias = Callable[..., Answer | Read]


class QuickWays:
    """Finds the quick way of a request by its method and path."""

    def __init__(self, app: Litestar) -> None:
        self._ways: dict[str, list[tuple[Any, str, Quick]]] = defaultdict(list)
        for route in app.routes:
            for handler in getattr(route, "route_handlers", ()):
                if (quick := getattr(handler.opt.get("operation"), "quick", None)) is None:
                    continue
                pattern = re.compile(re.sub(r"\{[^}]*\}", "([^/]+)", route.path_format))
                for method in handler.http_methods:
                    self._ways[method].append((pattern.fullmatch, route.path_format, quick))

    def find(self, scope: Any) -> tuple[Quick, tuple[str, ...]] | None:
        """Return the quick way and the values in the path; None if the request has none."""
        for matched, template, quick in self._ways.get(scope["method"], ()):
            if (path := matched(scope["path"])) is not None:
                scope["path_template"] = template
                return quick, path.groups()
        return None
