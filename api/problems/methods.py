"""The methods of a path: for `Allow`, on OPTIONS and on 405."""

import re

from litestar import Litestar


def methods_at(app: Litestar, path: str) -> list[str]:
    """Return the methods of a path; of the routes that match it, those with fewest variables."""
    matching: dict[int, set[str]] = {}
    for route in app.routes:
        template = re.sub(r"\\\{[^}]*:path\\\}", ".+", re.escape(route.path))
        template = re.sub(r"\\\{[^}]*\\\}", "[^/]+", template)
        if re.fullmatch(template, path.rstrip("/") or "/"):
            methods: set[str] = set(getattr(route, "methods", ()))
            matching.setdefault(route.path.count("{"), set()).update(methods)
    if not matching:
        return []
    known = matching[min(matching)] | {"OPTIONS"}
    return sorted(known | {"HEAD"} if "GET" in known else known)
