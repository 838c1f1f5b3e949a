"""The contents of a store, to check that a request has stored nothing."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from redis import Redis

from store.client.base import StoreClient
from store.lists import list_keys

# Read models (`{tables}`, `{leaderboard}`) follow the histories whenever the projector gets to it;
# `{heartbeat}` holds the heartbeats of processes, `{usage}` what they have counted in the last
# seconds; tickets and presence expire by themselves; readers of the feeds store their positions.
DIGESTS = """
local VOLATILE = {
  ['{tables}'] = 1, ['{leaderboard}'] = 1, ['{heartbeat}'] = 1, ['{tickets}'] = 1,
  ['{usage}'] = 1, ['{presence}'] = 1,
}
local keys, parts = redis.call('KEYS', '*'), {}
table.sort(keys)
for _, key in ipairs(keys) do
  local passing = string.find(key, ':streams$') or string.find(key, ':positions$')
    or string.find(key, '^{quota-') -- expires by itself
  if not VOLATILE[string.match(key, '^{%a+}')] and not passing then
    if redis.call('TYPE', key).ok == 'stream' then
      local last = redis.call('XREVRANGE', key, '+', '-', 'COUNT', 1)[1]
      parts[#parts + 1] = { key, last and last[1] or '' }
    else
      parts[#parts + 1] = { key, redis.sha1hex(redis.call('DUMP', key)) }
    end
  end
end
return parts
"""


class StoreContents:
    def __init__(self, url: str) -> None:
        self._redis: Any = Redis.from_url(url)
        self._known: tuple[int, dict[bytes, bytes]] = (-1, {})

    def __enter__(self) -> "StoreContents":
        return self

    def __exit__(self, *fault: object) -> None:
        self._redis.close()

    def digests(self) -> dict[bytes, bytes]:
        """Return a hash of every key but the volatile ones; of a stream its last id.

        The server counts its writes: without new ones the last digest still holds.
        """
        writes = self._redis.info("persistence")["rdb_changes_since_last_save"]
        if self._known[0] != writes:
            self._known = (writes, dict(self._redis.eval(DIGESTS, 0)))
        return self._known[1]

    @contextmanager
    def unchanged(self) -> Iterator[None]:
        """Fail if the block stores anything."""
        before = self.digests()
        yield
        changed = {key for key, _ in self.digests().items() ^ before.items()}
        assert not changed, f"something was stored: {changed}"

    def keys_with(self, text: str) -> list[bytes]:
        """Return the keys whose name or value contains this text."""
        wanted = text.encode()
        found = []
        for key in self._redis.scan_iter(count=1000):
            value = self._redis.dump(key) or b""
            if wanted in key or wanted in value:
                found.append(key)
        return found

    def ttls(self, pattern: str) -> list[int]:
        """Return the seconds each of these keys has left; -1 if it does not expire."""
        return [self._redis.ttl(key) for key in self._redis.scan_iter(pattern, count=1000)]


# Commands to every server of a store: the only one, or all nodes of a cluster.


async def on_every_node(client: StoreClient, *command: str) -> list[Any]:
    return [await server.execute(*command) for server in await client.servers()]


async def all_keys(client: StoreClient) -> list[bytes]:
    return sorted(key for keys in await on_every_node(client, "KEYS", "*") for key in keys)


LASTING, PASSING = "for ever", "for a day"


async def memory_of_keys(client: StoreClient) -> Counter[str]:
    """Return the memory of all keys; streams are counted with their empty nodes.

    Keys with a time to live, and the stream of all notices, which has a bounded length, pass away.
    """
    [server] = await client.servers()
    keys = await server.execute("KEYS", "*")
    usage = await server.execute_all([("MEMORY", "USAGE", key, "SAMPLES", 0) for key in keys])
    left = await server.execute_all([("TTL", key) for key in keys])
    found = Counter({LASTING: 0, PASSING: 0})
    for key, used, seconds in zip(keys, usage, left, strict=True):
        passes = seconds >= 0 or key == list_keys.NOTICES.encode()
        found[PASSING if passes else LASTING] += used or 0
    return found
