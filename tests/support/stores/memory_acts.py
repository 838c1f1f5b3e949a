"""The audit stream of administration in memory, which can be down."""

from application.ports.acts import ActLog
from application.ports.event_log import StoreUnavailable
from domain.administration.record import FIRST_HEAD, StoredAct


class MemoryActs(ActLog):
    def __init__(self) -> None:
        self.stored: list[StoredAct] = []
        self.down = False
        self.reads = 0

    async def append(self, number: int, head: bytes, act: StoredAct) -> bool:
        last = self.stored[-1].head if self.stored else FIRST_HEAD
        if number != len(self.stored) + 1 or head != last:
            return False
        self.stored.append(act)
        return True

    async def read(self, after: int, limit: int) -> list[StoredAct]:
        if self.down:
            raise StoreUnavailable("down")
        self.reads += 1
        return self.stored[after : after + limit]
