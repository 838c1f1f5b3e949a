"""Receipts that a client has kept: another head at the same version means a rewritten history."""

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec import MsgspecError, json

from domain.audit.finding import WHOLE, CheckFailed
from domain.kernel.messages import Value


class Receipt(Value, frozen=True):
    """The version and the head from a response of the server; its other fields are ignored."""

    version: int
    head: str


def read(content: bytes) -> tuple[Receipt, ...]:
    """Return the receipts in one response, in a list of them, or in one per line."""
    try:
        try:
            return _typed(json.decode(content))
        except MsgspecError:
            return tuple(json.decode(each, type=Receipt) for each in content.splitlines() if each)
    except (MsgspecError, UnicodeError, RecursionError) as wrong:
        raise CheckFailed(
            "receipts", WHOLE, f"These are not receipts: {wrong}.", "receipts"
        ) from None


def _typed(content: Any) -> tuple[Receipt, ...]:
    responses: list[Any] = content if isinstance(content, list) else [content]
    return tuple(json.decode(json.encode(each), type=Receipt) for each in responses)


def check(receipts: Iterable[Receipt], heads: Mapping[int, str]) -> None:
    """Raise CheckFailed unless every receipt names the head that the chain has there."""
    last = max(heads)
    for receipt in sorted(receipts, key=lambda each: each.version):
        if not 1 <= receipt.version <= last:
            why = f"Your receipt is of version {receipt.version}; the history ends at {last}."
            raise CheckFailed("receipts", last, why, field="head")
        if heads.get(receipt.version) != receipt.head:
            why = "Your receipt has another head: the history was changed, or is of another table."
            raise CheckFailed("receipts", receipt.version, why, field="head")
