"""What a client was told and kept: a version and the head there. Another head means rewriting."""

from collections.abc import Iterable, Sequence
from typing import Any

from msgspec import MsgspecError, json

from domain.audit.finding import Flawed
from domain.kernel.messages import Value


class Receipt(Value, frozen=True):
    """Any answer of the server holds one; whatever else stands in it is not read."""

    version: int
    head: str


def read(content: bytes) -> tuple[Receipt, ...]:
    """One answer, a list of them, or one a line; raises Flawed."""
    try:
        try:
            return _typed(json.decode(content))
        except MsgspecError:
            return tuple(json.decode(each, type=Receipt) for each in content.splitlines() if each)
    except (MsgspecError, UnicodeError, RecursionError) as wrong:
        raise Flawed("receipts", None, f"These are not receipts: {wrong}.") from None


def _typed(said: Any) -> tuple[Receipt, ...]:
    each: Any = said if isinstance(said, list) else [said]
    return tuple(json.decode(json.encode(one), type=Receipt) for one in each)


def compare(receipts: Iterable[Receipt], heads: Sequence[str]) -> None:
    for receipt in sorted(receipts, key=lambda each: each.version):
        if not 1 <= receipt.version <= len(heads):
            why = f"You have a receipt for version {receipt.version}; it ends at {len(heads)}."
            raise Flawed("receipts", len(heads), why)
        if heads[receipt.version - 1] != receipt.head:
            why = "You were told another head: the history was rewritten, or is another table's."
            raise Flawed("receipts", receipt.version, why)
