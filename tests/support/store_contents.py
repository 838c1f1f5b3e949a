"""What lies in the store, so that a test can say: nothing was stored."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from redis import Redis

# What `{shelf}` and `{rank}` hold is made from the histories, whenever the projector likes;
# `{clock}` holds the pulse of the processes; tickets and who is here pass away by themselves.
DIGEST = """
local PASSING = {['{shelf}'] = 1, ['{rank}'] = 1, ['{clock}'] = 1, ['{tickets}'] = 1}
local keys, told = redis.call('KEYS', '*'), {}
table.sort(keys)
for _, key in ipairs(keys) do
  if string.find(key, ':e$') or string.find(key, ':feed$') then
    local last = redis.call('XREVRANGE', key, '+', '-', 'COUNT', 1)[1]
    told[#told + 1] = key .. (last and last[1] or '')
  elseif not PASSING[string.match(key, '^{%a+}')] and not string.find(key, ':here$') then
    told[#told + 1] = key .. redis.call('DUMP', key)
  end
end
return redis.sha1hex(table.concat(told))
"""


class StoreContents:
    def __init__(self, url: str) -> None:
        self._redis: Any = Redis.from_url(url)
        self._known = (-1, "")

    def __enter__(self) -> "StoreContents":
        return self

    def __exit__(self, *fault: object) -> None:
        self._redis.close()

    def digest(self) -> str:
        """Of every key but the read models; of a stream, of how far it goes (it only grows).

        The server counts its writes: as long as there were none, the last digest holds.
        """
        writes = self._redis.info("persistence")["rdb_changes_since_last_save"]
        if self._known[0] != writes:
            self._known = (writes, str(self._redis.eval(DIGEST, 0)))
        return self._known[1]

    @contextmanager
    def unchanged(self) -> Iterator[None]:
        before = self.digest()
        yield
        assert self.digest() == before, "something was stored"

    def keys_with(self, text: str) -> list[bytes]:
        """Keys whose name or value holds this text."""
        wanted = text.encode()
        found = []
        for key in self._redis.scan_iter(count=1000):
            value = self._redis.dump(key) or b""
            if wanted in key or wanted in value:
                found.append(key)
        return found

    def ttls(self, pattern: str) -> list[int]:
        """How many seconds each of these keys has left; -1 = for ever."""
        return [self._redis.ttl(key) for key in self._redis.scan_iter(pattern, count=1000)]
