"""The methods of a path, and the path that is most like an unknown one."""

import re
from difflib import get_close_matches

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


def path_like(app: Litestar, path: str) -> str | None:
    """Return the path of an operation that a client may have meant."""
    sent = path.strip("/").split("/")
    tries = (sent, ["v1", *sent])
    known = {
        _filled(route.path.strip("/").split("/"), each) for route in app.routes for each in tries
    }
    found = get_close_matches(path, filter(None, known), n=1, cutoff=0.75)
    return found[0] if found else None


def _filled(template: list[str], sent: list[str]) -> str:
    """Return the template with the values that were sent; empty if it has more or fewer parts."""
    if len(template) != len(sent):
        return ""
    parts = zip(template, sent, strict=True)
    return "/" + "/".join(value if name.startswith("{") else name for name, value in parts)
