"""Which requests replay a history, as far as their address tells."""

import re
from typing import Any, Literal, TypeAlias

ReplayKind: TypeAlias = Literal["replay", "other"]

_REPLAYS = re.compile(rb"(?:^|&)(?:at|head)=")
_DRY_RUN = re.compile(rb"(?:^|&)dry_run=")
_PATHS = re.compile(r"/v1/tables/[^/]+/(?:history|audits|forks)/?")
_VIEWS = re.compile(r"/v1/tables/[^/]+/views/?")


def replay_kind(scope: Any) -> ReplayKind | None:
    """Return how a request will replay a history, before anything of it is checked."""
    query: bytes = scope["query_string"]
    if query and _REPLAYS.search(query) is not None:
        return "replay"
    if _VIEWS.fullmatch(scope["path"]) is not None:
        return "replay"
    if query and _DRY_RUN.search(query) is not None:
        return "other"
    return "other" if _PATHS.fullmatch(scope["path"]) is not None else None
