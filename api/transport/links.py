"""Paths as callers use them: below the prefix under which the operator serves everything."""

import re
from typing import Any

PREFIX = "ludotheque.prefix"  # in the scope of a request; absent without a prefix
_PATH = re.compile(r'(?P<name> href| src)="/(?!/)')


def prefix_of(scope: Any) -> str:
    """Return the prefix that this request was sent to; empty without one."""
    prefix: str = scope.get(PREFIX, "")
    return prefix


def link(scope: Any, path: str) -> str:
    """Return the path with which the caller reaches a path of the server."""
    return prefix_of(scope) + path


def below(prefix: str, page: str) -> str:
    """Return HTML whose links to paths of the server lead below the prefix."""
    return _PATH.sub(rf'\g<name>="{prefix}/', page) if prefix else page
