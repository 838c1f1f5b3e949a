"""The commands a server knows, with the number of their words; asked of an empty one."""

import tempfile

from redis import Redis

from store.embedded.aof.frames import Arity
from store.embedded.server import EmbeddedServer


def known_commands(prefer: str | None = None) -> Arity:
    """Return the commands that the server program can load."""
    with tempfile.TemporaryDirectory(prefix="ludotheque-") as folder:
        server = EmbeddedServer(folder, fsync="no", prefer=prefer, options={"appendonly": "no"})
        server.start()
        try:
            with Redis.from_url(server.url, protocol=2) as redis:
                listed = redis.execute_command("COMMAND")
        finally:
            server.stop()
    return {name.upper().encode(): facts["arity"] for name, facts in listed.items()}
