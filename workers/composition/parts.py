"""What a loop works with."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import NamedTuple

from application.bots.player import next_turn
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
    notified: asyncio.Event | None = None  # set when a notice for a person was queued
    give_way: Callable[[], Awaitable[None]] = next_turn  # to the commands of people
