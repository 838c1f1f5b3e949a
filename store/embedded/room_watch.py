"""Reports when the memory or the disk of an embedded server runs short, before writes fail."""

from collections.abc import Callable

from application.ops.readiness import Limits, StoreFacts, causes
from store.embedded.failure import free_bytes
from store.embedded.server import EmbeddedServer
from store.embedded.socket_probe import info

PROBE_SECONDS = 0.25
MORE_DISK = "Free space: `df -h {var}`"
MORE_MEMORY = "Give it more: `LUDOTHEQUE_MAXMEMORY={twice} ludotheque serve`"


class RoomWatch:
    def __init__(
        self, server: EmbeddedServer, limits: Limits, report: Callable[[str], None]
    ) -> None:
        self._server = server
        self._limits = limits
        self._report = report
        self._known: set[str] = set()

    def look(self) -> None:
        """Report each cause once when it appears, and when all of them are gone."""
        memory = info(self._server.socket, "memory", PROBE_SECONDS)
        if not memory:
            return
        facts = StoreFacts(
            server="",
            version="",
            durability="",
            latency_ms=0.0,
            memory_used=int(memory["used_memory"]),
            memory_limit=int(memory["maxmemory"]),
            disk_free=free_bytes(self._server.directory),
        )
        found = {cause.partition(":")[0]: cause for cause in causes(facts, self._limits)}
        for name in found.keys() - self._known:
            self._report(f"{found[name]} {self._mended(name, facts)}")
        if self._known and not found:
            self._report("there is room in memory and on the disk again")
        self._known = set(found)

    def _mended(self, name: str, facts: StoreFacts) -> str:
        if "disk" in name:
            return MORE_DISK.format(var=self._server.directory.parent)
        twice = 2 * max(facts.memory_used or 0, facts.memory_limit or 0)
        return MORE_MEMORY.format(twice=f"{twice >> 20}M")
