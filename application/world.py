"""The clock and the randomness of this machine, and ids made from it."""

import os
import time
from base64 import b32encode

from application.ports.world import World


class RealWorld:
    """The World of a running server."""

    def now(self) -> int:
        return time.time_ns() // 1_000_000

    def fresh(self, n: int) -> bytes:
        return os.urandom(n)


def new_id(world: World) -> str:
    """Return 128 random bits as the id of a table, a player, a webhook or an audit."""
    return b32encode(world.fresh(16)).decode().rstrip("=").lower()
