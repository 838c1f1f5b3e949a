"""Readiness: red before the store refuses writes, and at once when it does."""

from collections.abc import Awaitable, Callable
from typing import Literal, NamedTuple, TypeAlias

from domain.kernel.messages import Value

# Whether a fail-over can lose what was acknowledged: there is no replica; it cannot; it can.
Failover: TypeAlias = Literal["none", "keeps", "may_lose", "unknown"]


class StoreFacts(Value, frozen=True, kw_only=True):
    """What is known about the store; None where it cannot be found out."""

    server: str
    version: str
    durability: str
    latency_ms: float
    memory_used: int | None = None  # bytes
    memory_limit: int | None = None
    disk_free: int | None = None
    refusal: str | None = None  # why it takes no writes
    replicas: int | None = None  # connected, to the server that has the fewest
    failover: Failover = "unknown"


def failover_of(confirmations: int, replicas: int | None) -> Failover:
    """Return what a fail-over keeps, given how many replicas confirm a write and how many are.

    With more replicas than confirmations, one may take over that has not confirmed the last write.
    """
    if replicas is None:
        return "unknown"
    if confirmations:
        return "keeps" if replicas <= confirmations else "may_lose"
    return "may_lose" if replicas else "none"


class Limits(Value, frozen=True):
    """When readiness turns red."""

    memory_red: int  # percentage of the memory that the store may use
    disk_red: int  # bytes


class Readiness(NamedTuple):
    """How a process finds out about its store."""

    facts: Callable[[], Awaitable[StoreFacts]]  # raises StoreUnavailable
    why_down: Callable[[], str | None]  # why the store of `serve` does not run, if that is known
    limits: Limits


def causes(facts: StoreFacts, limits: Limits) -> list[str]:
    """Return why this server should get no requests, the most pressing cause first."""
    found = []
    if facts.refusal is not None:
        found.append(f"The store takes no writes: {facts.refusal}.")
    if facts.disk_free is not None and facts.disk_free < limits.disk_red:
        found.append(
            f"The disk of the store is nearly full: {_mb(facts.disk_free)} are free,"
            f" less than {_mb(limits.disk_red)}."
        )
    if facts.memory_used is not None and facts.memory_limit:
        share = 100 * facts.memory_used / facts.memory_limit
        if share >= limits.memory_red:
            found.append(
                f"The memory of the store is nearly used up: {_mb(facts.memory_used)}"
                f" of {_mb(facts.memory_limit)}."
            )
    return found


def _mb(size: int) -> str:
    return f"{size / 1e6:.1f} MB"
