"""Whether a command was executed, rejected or has an unknown result, from its reply."""

import asyncio
from typing import Any

from redis import exceptions

from application.ports.event_log import StoreRefuses, StoreUnavailable

# Why a server executes no such command at the moment, by the class or the code of its error.
REFUSALS = {
    exceptions.BusyLoadingError: "it is still loading its files",
    exceptions.ClusterDownError: "its cluster is not complete",
    exceptions.MasterDownError: "it has lost its master",
    exceptions.OutOfMemoryError: "its memory is used up",
    exceptions.ReadOnlyError: "it is a replica that can only be read",
    exceptions.TryAgainError: "a part of it is being moved",
}
REFUSAL_CODES = {
    "MISCONF": "it cannot write to its disk",
    "BUSY": "a function runs too long",
    "NOREPLICAS": "its disk is nearly full, or it has too few replicas",
}


class ReplyLost(Exception):
    """The command was sent, but no reply came: it may or may not have been executed."""


class NotReplicated(ReplyLost):
    """The command was executed, but no replica has it yet: a fail-over may undo it."""


def is_refusal(error: Exception) -> bool:
    """Return whether the server executes no such command at the moment, and did not this one."""
    return reason_of(error) is not None


def reason_of(error: Exception) -> str | None:
    """Return why the server refuses the command; None if the error means something else."""
    for kind, reason in REFUSALS.items():
        if isinstance(error, kind):
            return reason
    return REFUSAL_CODES.get(str(error).partition(" ")[0])


def refused(error: Exception) -> StoreRefuses:
    """Return a refusal by the server as the application knows it."""
    return StoreRefuses(reason_of(error) or str(error))


def is_unreachable(reply: object) -> bool:
    """Return whether no server could execute the command at the moment."""
    if isinstance(reply, StoreUnavailable | ReplyLost):
        return True
    return isinstance(reply, Exception) and is_refusal(reply)


def raise_first_error(replies: list[Any]) -> list[Any]:
    """Return the replies if none is an error; a refusal is raised as StoreUnavailable."""
    for reply in replies:
        if isinstance(reply, Exception):
            raise refused(reply) if is_refusal(reply) else reply
    return replies


def ignore_result(future: "asyncio.Future[Any]") -> None:
    """Retrieve the exception of a future that is not awaited, so that it is not logged."""
    if not future.cancelled():
        future.exception()
