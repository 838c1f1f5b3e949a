"""Notices: each is kept for its subjects for a while, and all of them run through one stream."""

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from domain.kernel.messages import Value


class NewNotice(Value, frozen=True):
    """A notice of an event of a table; it is published when the list takes its commit."""

    subjects: tuple[str, ...]
    body: bytes


class Notice(NamedTuple):
    id: str  # `<ms since 1970>-<number>`; later notices have greater ids
    subjects: tuple[str, ...]
    body: bytes


class Kept(NamedTuple):
    """The notices of a subject after an id; `complete`: none of them was dropped meanwhile."""

    notices: list[Notice]
    complete: bool


class Notices(Protocol):
    async def last(self) -> str:
        """Return the id of the last notice of all."""

    async def after(self, id_: str, limit: int) -> list[Notice]:
        """Return notices of all subjects after this one, oldest first."""

    async def kept(self, subject: str, after: str, now_ms: int) -> Kept:
        """Return the notices of one subject after this one."""

    async def publish(self, subjects: Sequence[str], body: bytes) -> None:
        """Publish a notice that no row contains; it may be published twice."""


def id_order(id_: str) -> tuple[int, int]:
    """Return what sorts ids."""
    ms, _, number = id_.partition("-")
    return int(ms), int(number or 0)
