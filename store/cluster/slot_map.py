"""Which server holds which slot: the cluster is asked, by redis-py, whenever that is in doubt."""

import asyncio
from contextlib import suppress

from redis.asyncio.cluster import ClusterNode, NodesManager
from redis.cluster import PRIMARY
from redis.exceptions import MovedError, RedisClusterException, SlotNotCoveredError

from application.ports.event_log import StoreUnavailable
from store.client.connection import CONNECTION_ERRORS, connection_settings
from store.cluster.address import Address, seed_addresses, server_url

NOT_FOUND = (
    *CONNECTION_ERRORS,
    RedisClusterException,
    IndexError,
)  # IndexError: nobody holds any slot
SHORTEST = 0.25  # seconds between two looks at the whole map


class SlotMap:
    def __init__(self, url: str, seconds: float) -> None:
        """`seconds`: how long finding out may take."""
        named = seed_addresses(url)
        kind, how = connection_settings(server_url(url, named[0]))
        how = {name: how[name] for name in how if name not in ("host", "port", "db")}
        how |= {"connection_class": kind, "socket_timeout": seconds / 3}
        how |= {"socket_connect_timeout": seconds / 3}  # one who is away leaves time for another
        self._seconds = seconds
        self._seeds = [ClusterNode(*address, **how) for address in named]
        self._nodes = NodesManager(self._seeds, require_full_coverage=False, connection_kwargs=how)
        self._known = False
        self._look: asyncio.Task[None] | None = None
        self._next_look = 0.0

    async def home(self, slot: int) -> Address:
        """Who holds this slot, as far as is known; raises StoreUnavailable."""
        if not self._known:
            await self._looked()
        try:
            return _address(self._nodes.get_node_from_slot(slot))
        except (SlotNotCoveredError, KeyError):
            self.doubt()
            raise StoreUnavailable(f"no server of the cluster holds slot {slot}") from None

    async def masters(self) -> list[Address]:
        """Everybody who holds slots; raises StoreUnavailable if that is not known."""
        if not self._known:
            await self._looked()
        return [_address(node) for node in self._nodes.get_nodes_by_server_type(PRIMARY)]

    async def moved(self, said: MovedError) -> None:
        """Believe it for this slot, and look what else has changed."""
        if said.host:
            with suppress(KeyError):  # a slot nobody held
                await self._nodes.move_slot(said)
        self.doubt()

    def doubt(self) -> None:
        """Something is not as it was: look again soon, while everybody goes on."""
        now = asyncio.get_running_loop().time()
        if self._look is None and now >= self._next_look:
            self._next_look = now + SHORTEST
            self._begin().add_done_callback(_quietly)

    async def aclose(self) -> None:
        if self._look is not None:
            self._look.cancel()
            await asyncio.gather(self._look, return_exceptions=True)

    async def _looked(self) -> None:
        """All who wait, wait for the same look."""
        await asyncio.shield(self._look or self._begin())

    def _begin(self) -> "asyncio.Task[None]":
        self._look = asyncio.get_running_loop().create_task(self._look_around())
        return self._look

    async def _look_around(self) -> None:
        for seed in self._seeds:  # though they may have left the cluster: it may have moved
            self._nodes.startup_nodes.setdefault(seed.name, seed)
        asked = list(self._nodes.startup_nodes.values())
        try:
            async with asyncio.timeout(self._seconds):
                await self._nodes.initialize()
            self._known = True
        except NOT_FOUND as failure:
            raise StoreUnavailable(f"the cluster does not answer: {failure}") from failure
        finally:
            self._look = None
            await asyncio.gather(*(node.disconnect() for node in asked), return_exceptions=True)


def _address(node: ClusterNode) -> Address:
    return Address(str(node.host), int(node.port))


def _quietly(look: "asyncio.Task[None]") -> None:
    """Whoever needs an answer asks again."""
    if not look.cancelled():
        look.exception()
