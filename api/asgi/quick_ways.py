"""The operations that have a quick way: without the framework, and without waiting."""

import re
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, NamedTuple, TypeAlias

from litestar import Litestar

from api.http.injection import Filled
from api.transport.answer import Answer
from api.transport.turn import Read, Reads, Written

Quick: TypeAlias = Callable[..., Answer | Read | Reads | Written]
_VALUE = re.compile(r"\{[^}]*\}")


class QuickWay(NamedTuple):
    path: str  # with names in place of its values
    quick: Quick
    values: slice  # where they are among the groups of the expression


class QuickWays:
    """Finds the quick way of a request by its method and path, with one expression for all."""

    def __init__(self, app: Litestar, parts: Mapping[Any, Any]) -> None:
        self.ways: dict[int, QuickWay] = {}  # by the group of the expression
        patterns, groups = [], 0
        for route in app.routes:
            for handler in getattr(route, "route_handlers", ()):
                if (quick := getattr(handler.opt.get("operation"), "quick", None)) is None:
                    continue
                path, (method,) = route.path_format, handler.http_methods
                patterns.append(f"({method} {_VALUE.sub('([^/]+)', path)})")
                values = len(_VALUE.findall(path))
                self.ways[groups + 1] = QuickWay(
                    path, _bound(quick, parts), slice(groups + 1, groups + 1 + values)
                )
                groups += 1 + values
        self._matched = re.compile("|".join(patterns)).fullmatch

    def find(self, scope: Any) -> tuple[Quick, tuple[str, ...]] | None:
        """Return the quick way and the values in the path; None if the request has none."""
        found = self._matched(f"{scope['method']} {scope['path']}")
        if found is None or found.lastindex is None:
            return None
        path, quick, values = self.ways[found.lastindex]
        scope["path_template"] = path
        return quick, found.groups()[values]


def _bound(quick: Quick, parts: Mapping[Any, Any]) -> Quick:
    """Return a quick way with the parts of the server that its first parameters ask for."""
    return partial(quick, *[parts[each] for each in Filled(quick, {}).parts])
