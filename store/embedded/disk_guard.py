"""Keeps an embedded server from writing to a full disk, which would end it."""

from collections.abc import Callable

from store.embedded.failure import free_bytes
from store.embedded.server import REWRITE, EmbeddedServer
from store.embedded.socket_probe import info, probe

# A server that has no replicas refuses every write while it needs one; it goes on to answer reads.
WRITES = "min-replicas-to-write"
REWRITES = "auto-aof-rewrite-percentage"  # a rewrite needs room for a second copy
PROBE_SECONDS = 0.25


class DiskGuard:
    def __init__(self, server: EmbeddedServer, hold: int, report: Callable[[str], None]) -> None:
        self._server = server
        self._hold = hold  # bytes; with less than this free, nothing is written
        self._report = report
        self._holds = False
        self._rewrites = True

    def options(self) -> dict[str, str]:
        """Return the options for a start: on a full disk the server only answers reads."""
        self._rewrites = True
        self._holds = self._free() < self._hold
        return {WRITES: str(int(self._holds))}

    def look(self) -> None:
        """Hold or release writes and rewrites, as the free space demands."""
        free = self._free()
        self._hold_writes(free < self._hold)
        size = int(
            info(self._server.socket, "persistence", PROBE_SECONDS).get("aof_current_size", 0)
        )
        self._allow_rewrites(free > size + self._hold)

    def _hold_writes(self, hold: bool) -> None:
        if hold == self._holds or not self._set(WRITES, str(int(hold))):
            return
        self._holds = hold
        if hold:
            self._report(
                f"less than {self._hold / 1e6:.1f} MB are free: the store takes no writes. "
                f"Free space: `df -h {self._server.directory.parent}`"
            )
        else:
            self._report("space is free again: the store takes writes")

    def _allow_rewrites(self, allow: bool) -> None:
        if allow != self._rewrites and self._set(REWRITES, str(REWRITE if allow else 0)):
            self._rewrites = allow

    def _set(self, option: str, value: str) -> bool:
        command = f"CONFIG SET {option} {value}"
        return probe(self._server.socket, command, PROBE_SECONDS) == "+OK"

    def _free(self) -> int:
        return free_bytes(self._server.directory)
