"""Whether a command was executed, rejected or has an unknown result, from its reply."""

import asyncio
from typing import Any

from redis import exceptions

from application.ports.event_log import StoreUnavailable

REFUSALS = (
    exceptions.BusyLoadingError,
    exceptions.ClusterDownError,
    exceptions.MasterDownError,
    exceptions.OutOfMemoryError,
    exceptions.ReadOnlyError,
    exceptions.TryAgainError,
)
REFUSAL_CODES = ("MISCONF ", "BUSY ", "NOREPLICAS ")


class ReplyLost(Exception):
    """The command was sent, but no reply came: it may or may not have been executed."""


def is_refusal(error: Exception) -> bool:
    """Return whether the server executes no such command at the moment, and did not this one."""
    return isinstance(error, REFUSALS) or str(error).startswith(REFUSAL_CODES)


def is_unreachable(reply: object) -> bool:
    """Return whether no server could execute the command at the moment."""
    if isinstance(reply, StoreUnavailable | ReplyLost):
        return True
    return isinstance(reply, Exception) and is_refusal(reply)


def raise_first_error(replies: list[Any]) -> list[Any]:
    """Return the replies if none is an error; a refusal is raised as StoreUnavailable."""
    for reply in replies:
        if isinstance(reply, Exception):
            raise StoreUnavailable(str(reply)) if is_refusal(reply) else reply
    return replies


def ignore_result(future: "asyncio.Future[Any]") -> None:
    """Retrieve the exception of a future that is not awaited, so that it is not logged."""
    if not future.cancelled():
        future.exception()
