"""Audits that were requested: their progress and their report, kept for a while."""

from typing import Protocol

from domain.kernel.ids import TableId
from domain.kernel.messages import Value


class StoredAudit(Value, frozen=True):
    """One audit; `report` is there when it is done."""

    id: str
    table: TableId
    asked: int  # ms since 1970
    touched: int  # when a worker last reported progress
    done: int  # events judged so far
    total: int
    report: bytes | None


class Audits(Protocol):
    async def ask(self, audit: str, table: TableId, now: int, total: int) -> str:
        """Return the audit of this table that is under way; begin this one if there is none."""

    async def touch(self, audit: str, now: int, done: int) -> None:
        """Store the progress; a finished or forgotten audit is left alone."""

    async def close(self, audit: str, table: TableId, now: int, report: bytes) -> None:
        """Store the report."""

    async def find(self, audit: str) -> StoredAudit | None:
        """Return an audit, None if there is none."""
