"""Which server of a cluster holds which slot, as redis-py learns it from the servers."""

import asyncio
from contextlib import suppress

from redis.asyncio.cluster import ClusterNode, NodesManager
from redis.cluster import PRIMARY, get_node_name
from redis.exceptions import MovedError, RedisClusterException, SlotNotCoveredError

from application.ports.event_log import StoreUnavailable
from store.client.connection import CONNECTION_ERRORS, connection_settings
from store.client.replies import ignore_result
from store.cluster.address import Address, seed_addresses, server_url

# IndexError: no server holds any slot
REFRESH_ERRORS = (*CONNECTION_ERRORS, RedisClusterException, IndexError)
REFRESH_SECONDS = 0.1  # the shortest time between two refreshes


class SlotMap:
    def __init__(self, url: str, seconds: float) -> None:
        """`seconds`: how long a refresh may take."""
        addresses = seed_addresses(url)
        kind, settings = connection_settings(server_url(url, addresses[0]), seconds / 3)
        settings = {name: settings[name] for name in settings if name not in ("host", "port", "db")}
        settings["connection_class"] = kind
        # A third of the time, so that a server that does not answer leaves time for another one.
        settings["socket_timeout"] = seconds / 3
        self._seconds = seconds
        self._seeds = [ClusterNode(*address, **settings) for address in addresses]
        self._nodes = NodesManager(
            self._seeds, require_full_coverage=False, connection_kwargs=settings
        )
        self._known = False
        self._refresh: asyncio.Task[None] | None = None
        self._next_refresh = 0.0
        self._failed: Address | None = None  # why the last refresh was begun

    async def owner(self, slot: int) -> Address:
        """Return the server that holds a slot, as far as is known; raises StoreUnavailable."""
        await self._first_refresh()
        address = self._known_owner(slot)
        if address == self._failed and self._refresh is not None:
            with suppress(StoreUnavailable):
                await self.refresh()  # a moment later it may be another one
            return self._known_owner(slot)
        return address

    async def masters(self) -> list[Address]:
        """Return all servers that hold slots; raises StoreUnavailable if they are not known."""
        await self._first_refresh()
        return [_address(node) for node in self._nodes.get_nodes_by_server_type(PRIMARY)]

    async def moved(self, error: MovedError) -> None:
        """Note the new server of a slot, and refresh the rest."""
        if error.host:
            with suppress(KeyError):  # no server held the slot before
                await self._nodes.move_slot(error)
        self.refresh_soon()

    async def refresh(self) -> None:
        """Ask the servers; raises StoreUnavailable if none answers in time."""
        await asyncio.shield(self._refresh or self._start_refresh())

    def refresh_soon(self, failed: Address | None = None) -> None:
        """Refresh in the background, unless that was done a moment ago; ask `failed` last."""
        now = asyncio.get_running_loop().time()
        if self._refresh is None and now >= self._next_refresh:
            self._next_refresh = now + REFRESH_SECONDS
            self._failed = failed
            self._start_refresh().add_done_callback(ignore_result)

    async def aclose(self) -> None:
        if self._refresh is not None:
            self._refresh.cancel()
            await asyncio.gather(self._refresh, return_exceptions=True)

    def _known_owner(self, slot: int) -> Address:
        try:
            return _address(self._nodes.get_node_from_slot(slot))
        except (SlotNotCoveredError, KeyError):
            self.refresh_soon()
            raise StoreUnavailable(f"no server of the cluster holds slot {slot}") from None

    async def _first_refresh(self) -> None:
        """Wait until the map is known; all callers wait for the same refresh."""
        if not self._known:
            await self.refresh()

    def _start_refresh(self) -> "asyncio.Task[None]":
        self._refresh = asyncio.get_running_loop().create_task(self._run_refresh())
        return self._refresh

    async def _run_refresh(self) -> None:
        for seed in self._seeds:  # redis-py forgets them, but the whole cluster may have moved
            self._nodes.startup_nodes.setdefault(seed.name, seed)
        nodes = list(self._nodes.startup_nodes.values())
        try:
            async with asyncio.timeout(self._seconds):
                name = None if self._failed is None else get_node_name(*self._failed)
                await self._nodes.initialize(last_failed_node_name=name)
            self._known = True
        except REFRESH_ERRORS as failure:
            raise StoreUnavailable(f"the cluster does not respond: {failure}") from failure
        finally:
            self._refresh = None
            await asyncio.gather(*(node.disconnect() for node in nodes), return_exceptions=True)


def _address(node: ClusterNode) -> Address:
    return Address(str(node.host), int(node.port))
