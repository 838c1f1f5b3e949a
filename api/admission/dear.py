"""Which requests replay a history, as far as their address tells."""

import re
from typing import Any

_REPLAYS = re.compile(rb"(?:^|&)(?:at|head|dry_run)=")
_PATHS = re.compile(r"/v1/tables/[^/]+/(?:history|audits|forks)/?")


def is_dear(scope: Any) -> bool:
    """Return whether a request will replay a history, before anything of it is checked."""
    query: bytes = scope["query_string"]
    if query and _REPLAYS.search(query) is not None:
        return True
    return _PATHS.fullmatch(scope["path"]) is not None
