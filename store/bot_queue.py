"""Tables whose bots wait for their move, by owner; the owners take turns.

The lists are beside the jobs of rq and may get lost with them: the timers request every move again.
"""

from collections.abc import Iterable

from redis import Redis

from application.ports.jobs import BotWakeup

MOST_TABLES = 100  # of one owner; the timers request the others again
OWNERS = "ludotheque:bots:owners"  # list: owners with a waiting table, in the order of their turns

# An owner is in the list of owners exactly if tables of this owner wait.
_ADD = f"""
local owners, most, time = KEYS[1], tonumber(ARGV[1]), redis.call('TIME')
local now = tonumber(time[1]) * 1000000 + tonumber(time[2]) -- the same throughout a script
for i = 2, #ARGV, 2 do
  local tables = '{OWNERS}:' .. ARGV[i]
  local count = redis.call('ZCARD', tables)
  if count < most and not redis.call('ZSCORE', tables, ARGV[i + 1]) then
    redis.call('ZADD', tables, string.format('%.0f', now + i), ARGV[i + 1])
    if count == 0 then
      redis.call('RPUSH', owners, ARGV[i])
    end
  end
end
return 0
"""
_TAKE = f"""
local owner = redis.call('LPOP', KEYS[1])
if not owner then
  return nil
end
local tables = '{OWNERS}:' .. owner
local found = redis.call('ZPOPMIN', tables)
if redis.call('ZCARD', tables) > 0 then
  redis.call('RPUSH', KEYS[1], owner)
end
return {{ owner, found[1] }}
"""
_COUNT = f"""
local count = 0
for _, owner in ipairs(redis.call('LRANGE', KEYS[1], 0, -1)) do
  count = count + redis.call('ZCARD', '{OWNERS}:' .. owner)
end
return count
"""


class BotQueue:
    def __init__(self, connection: Redis) -> None:
        self._add, self._take, self._count = map(connection.register_script, (_ADD, _TAKE, _COUNT))

    def add(self, wakeups: Iterable[BotWakeup]) -> None:
        """Add tables behind those of the same owner; a table that waits already keeps its place."""
        words = [word for each in wakeups for word in (each.owner, each.table)]
        self._add(keys=[OWNERS], args=[MOST_TABLES, *words])

    def take(self) -> BotWakeup | None:
        """Remove and return the first table of the owner whose turn it is."""
        found = self._take(keys=[OWNERS])
        if found is None:
            return None
        owner, table = found
        return BotWakeup(table.decode(), owner.decode())

    def count(self) -> int:
        """Return how many tables wait."""
        return int(self._count(keys=[OWNERS]))
