"""What a loop works with."""

from typing import NamedTuple

from application.settings import Settings
from application.table_cache import TableCache
from store.connect import Store


class Parts(NamedTuple):
    """Shared by all loops of a process."""

    settings: Settings
    store: Store
    tables: TableCache
    name: str  # of this process; one of several holds a lease, and the others stand by
    has_worker: bool = False  # whether heavy work is left to the worker of rq
