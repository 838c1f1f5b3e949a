"""Which methods an address knows: for `Allow`, on OPTIONS and on 405."""

import re

from litestar import Litestar


def methods_at(app: Litestar, path: str) -> list[str]:
    """Of all routes that fit this path, those with the fewest variables in them count."""
    fitting: dict[int, set[str]] = {}
    for route in app.routes:
        template = re.sub(r"\\\{[^}]*\\\}", "[^/]+", re.escape(route.path))
        if re.fullmatch(template, path.rstrip("/") or "/"):
            methods: set[str] = set(getattr(route, "methods", ()))
            fitting.setdefault(route.path.count("{"), set()).update(methods)
    if not fitting:
        return []
    known = fitting[min(fitting)] | {"OPTIONS"}
    return sorted(known | {"HEAD"} if "GET" in known else known)
