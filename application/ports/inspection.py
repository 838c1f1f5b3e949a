"""The store as it is, key by key, for scrub; and the few changes that mend what is derived."""

from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from typing import NamedTuple, Protocol

from domain.judging.stored import RowParts
from domain.kernel.ids import TableId
from domain.kernel.messages import Value


class KeyFault(Value, frozen=True):
    """A key that has an unknown name, the wrong type, or a content without form."""

    key: str
    kind: str
    why: str
    table: TableId | None
    is_source: bool


class FeedLine(NamedTuple):
    """An entry of a feed; `table` is empty if it is unreadable."""

    entry_id: str
    table: TableId
    first: int
    last: int
    taken: frozenset[str]  # the readers that have processed it


class ModelContents(Value, frozen=True):
    """All keys of one generation of a read model, and those that say which one it is."""

    generation: str
    building: str  # the generation that is being built, or empty
    begun: str  # how many generations were begun, as it is stored
    before: str  # the position before the rest was read
    after: str  # the position afterwards
    rows: Mapping[str, bytes]
    places: Mapping[str, bytes]
    indexes: Mapping[str, frozenset[str]]
    index_names: frozenset[str]


class Inspection(Protocol):
    def partitions(self) -> Iterable[int]:
        """Return all partitions."""

    def table_keys(self, table: TableId) -> tuple[str, str, str]:
        """Return the names of the idempotency records, the deadlines and the row of a table."""

    def feed_key(self, partition: int) -> str:
        """Return the name of a feed."""

    def deadlines_key(self, partition: int) -> str:
        """Return the name of the deadlines of a partition."""

    def order_keys(self) -> tuple[str, str]:
        """Return the names of the order of finished tables and of their places."""

    def placed_key(self) -> str:
        """Return the name of the number of places."""

    def model_key(self, model: str, generation: str, part: str, name: str) -> str:
        """Return the name of a part of a read model; `name` is that of an index."""

    async def tables(self) -> dict[int, set[TableId]]:
        """Return, by partition, every table that any key of a table is named after."""

    def faults(self) -> AsyncIterator[KeyFault]:
        """Yield every key that can be seen to be wrong by itself."""

    async def idempotency(self, table: TableId) -> dict[bytes, bytes]:
        """Return the records of idempotency keys of a table."""

    async def keys_of(
        self, tables: Sequence[TableId]
    ) -> list[tuple[dict[bytes, bytes], float | None]]:
        """Return what `idempotency` and `due` return, for each of these tables."""

    async def due(self, table: TableId) -> float | None:
        """Return when the timers will look at this table, in ms since 1970."""

    async def dues(self, partition: int) -> dict[TableId, float]:
        """Return when the timers will look at each table of a partition."""

    async def now(self) -> int:
        """Return the store's time."""

    async def feed(self, partition: int) -> list[FeedLine]:
        """Return a whole feed."""

    async def read_model(self, name: str) -> ModelContents:
        """Return the contents of `table_list` or `leaderboard`."""

    async def order(self) -> list[tuple[str, TableId]]:
        """Return the order of finished tables: id of the entry and table."""

    async def places(self) -> dict[TableId, str]:
        """Return the place of each finished table, as it is stored."""

    async def placed(self) -> str:
        """Return how many places were given, as it is stored."""

    def registry_key(self, partition: int) -> str:
        """Return the name of the registry of a partition."""

    async def registry(self, partition: int) -> set[TableId]:
        """Return the tables that the registry of a partition names."""

    async def exists(self, table: TableId) -> bool:
        """Return whether the store has the head of a table."""

    async def trimmed_until(self, partition: int) -> int:
        """Return up to when the feed of a partition was trimmed, in ms since 1970; 0 for never."""


class Mending(Protocol):
    """Changes of derived keys; each is safe while people play."""

    async def delete(self, key: str) -> None:
        """Delete a derived key; what it held is rebuilt afterwards."""

    async def put_idempotency(
        self, table: TableId, records: Mapping[bytes, bytes], unknown: Sequence[bytes]
    ) -> None:
        """Put records in place and delete unknown ones."""

    async def put_row(self, table: TableId, version: int, parts: RowParts) -> None:
        """Store the row of a table, unless it has another version by now."""

    async def put_due(
        self, partition: int, table: TableId, due: int | None, seen: float | None
    ) -> None:
        """Let the timers look at a table at this time, unless it was changed since."""

    async def mend_feed(
        self,
        partition: int,
        wrong: Sequence[str],
        missing: Sequence[tuple[TableId, int, int]],
    ) -> None:
        """Delete entries, and add the missing commits at the end."""

    async def replace_order(self, tables: Sequence[tuple[int, TableId]], placed: int) -> None:
        """Write the order of finished tables in the store, and how many places were given."""

    async def put_registry(
        self, partition: int, missing: Sequence[TableId], extra: Sequence[TableId]
    ) -> None:
        """Add tables to the registry of a partition, and take others out of it."""

    async def tidy(self, name: str) -> None:
        """Delete generations of a read model that are not in use, and mend their count."""
