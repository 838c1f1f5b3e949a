-- Helpers for seeks.lua and matches.lua: functions.py puts this file before each of them.
--
-- A seek is a hash of FIELDS. A pool is a sorted set of the seeks that wait for equal tables, in the order of the alphabet:
-- an index by ratings. A player has a sorted set of the seeks that wait, and one of those that ended, an address one of
-- those that wait. What ended is only listed, so it never costs other calls anything.
--
-- The index finds the seeks whose range contains a rating, and whose own rating is in a range. Ratings are steps of a
-- hundredth. The range of a seek is covered by nodes of a binary tree over all steps, at most two of each level, and the
-- seek has an entry `<level><number of the node>:<step of its rating>:<place>:<seek>` for each. The nodes that contain a
-- rating are one of each level. So a seek that fits nobody is never looked at.

local KEPT_MS = 3600000 -- seeks are kept so long after their end
local MOST_ENDED = 100 -- seeks of a player that are listed after their end
local LEVELS, LOWEST = 14, -40 -- 16,384 steps, from this rating on; all beyond are in the first or last step
local FIELDS = {
  'player', 'state', 'table', 'created', 'until', 'pool', 'count', 'rating', 'low', 'high', 'place', 'address', 'body',
}

local function seek_key(id)
  return '{seeks}:seek:' .. id
end

local function pool_key(name)
  return '{seeks}:pool:' .. name
end

local function waiting_of(player)
  return '{seeks}:player:' .. player
end

local function ended_of(player)
  return '{seeks}:ended:' .. player
end

local function waiting_at(address)
  return '{seeks}:address:' .. address
end

local function match_key(id)
  return '{seeks}:match:' .. id
end

local function step(hundredths)
  return math.max(0, math.min(2 ^ LEVELS - 1, hundredths - 100 * LOWEST))
end

local function first_step(low)
  return low == '' and 0 or step(math.ceil(tonumber(low) * 100 - 1e-6))
end

local function last_step(high)
  return high == '' and 2 ^ LEVELS - 1 or step(math.floor(tonumber(high) * 100 + 1e-6))
end

local function step_of(rating)
  return step(math.floor(tonumber(rating) * 100 + 0.5))
end

-- The entries of a seek in the index of its pool; none if no rating is in its range.
local function entries(seek)
  local found, first, last, level = {}, first_step(seek.low), last_step(seek.high), 0
  local about = string.format(':%05d:%015d:', step_of(seek.rating), tonumber(seek.place)) .. seek.id
  while first <= last do
    if first % 2 == 1 then
      found[#found + 1] = string.format('%02d%05d', level, first) .. about
      first = first + 1
    end
    if last % 2 == 0 then
      found[#found + 1] = string.format('%02d%05d', level, last) .. about
      last = last - 1
    end
    first, last, level = math.floor(first / 2), math.floor(last / 2), level + 1
  end
  return found
end

local function read(id)
  local found, seek = redis.call('HMGET', seek_key(id), unpack(FIELDS)), { id = id }
  for i, name in ipairs(FIELDS) do
    seek[name] = found[i]
  end
  return seek.player and seek
end

-- Puts a seek that waits where others find it, for so many milliseconds.
local function let_wait(seek, now, ms)
  seek['until'] = plain(now + ms)
  local members = {}
  for _, entry in ipairs(entries(seek)) do
    members[#members + 1] = '0'
    members[#members + 1] = entry
  end
  if #members > 0 then
    redis.call('ZADD', pool_key(seek.pool), unpack(members))
  end
  redis.call('HSET', seek_key(seek.id), 'state', 'waiting', 'table', '', 'until', seek['until'])
  redis.call('ZADD', waiting_of(seek.player), seek.place, seek.id)
  redis.call('ZADD', waiting_at(seek.address), seek['until'], seek.id)
  for _, key in ipairs({ seek_key(seek.id), pool_key(seek.pool), waiting_of(seek.player), waiting_at(seek.address) }) do
    redis.call('PEXPIRE', key, plain(ms + KEPT_MS))
  end
end

-- Ends a seek that waits: it is matched, cancelled or expired. The table is '' unless it is matched.
local function end_seek(seek, state, table_id)
  seek.state, seek.table = state, table_id
  redis.call('HSET', seek_key(seek.id), 'state', state, 'table', table_id)
  redis.call('PEXPIRE', seek_key(seek.id), plain(KEPT_MS))
  local members = entries(seek)
  if #members > 0 then
    redis.call('ZREM', pool_key(seek.pool), unpack(members))
  end
  redis.call('ZREM', waiting_of(seek.player), seek.id)
  redis.call('ZREM', waiting_at(seek.address), seek.id)
  redis.call('ZADD', ended_of(seek.player), seek.place, seek.id)
  redis.call('ZREMRANGEBYRANK', ended_of(seek.player), '0', '-' .. plain(MOST_ENDED + 1))
  redis.call('PEXPIRE', ended_of(seek.player), plain(KEPT_MS))
end

-- The seek with this id as it is now; one that was not renewed in time has expired.
local function current(id, now)
  local seek = read(id)
  if seek and seek.state == 'waiting' and tonumber(seek['until']) <= now then
    end_seek(seek, 'expired', '')
  end
  return seek
end

-- The seeks of a player that still wait.
local function waiting_seeks(player, now)
  local waiting = {}
  for _, id in ipairs(redis.call('ZRANGE', waiting_of(player), 0, -1)) do
    local seek = current(id, now)
    if seek and seek.state == 'waiting' then
      waiting[#waiting + 1] = seek
    elseif not seek then
      redis.call('ZREM', waiting_of(player), id)
    end
  end
  return waiting
end
