#!lua name=ludotheque_seeks
-- Seeks are matched in one step: the seek that comes last is matched with the oldest that fit, or waits. A match stays
-- pending until its table was opened, so that any process can finish what another one began.
--
-- A pool is a sorted set of the seeks that wait for equal tables, by their places. A seek is a hash: player, pool, count
-- (how many players fill the table), rating, low, high, body, state, place, created, until, table. A player has a sorted
-- set of the seeks that wait, and one of those that ended. What ended is only listed, so it never costs other calls anything.

local RETRY_MS = 2000 -- after which another process finishes a match
local KEPT_MS = '3600000' -- seeks are kept so long after their end
local MOST_ENDED = 100 -- seeks of a player that are listed after their end
local LOOKED_AT, TRIED = 500, 5000 -- seeks of a pool, and combinations
local FIELDS = { 'player', 'state', 'table', 'created', 'until', 'pool', 'count', 'rating', 'low', 'high', 'place', 'body' }

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

local function match_key(id)
  return '{seeks}:match:' .. id
end

-- Ends a seek that waits: it is matched, cancelled or expired. The table is '' unless it is matched.
local function end_seek(id, player, place, pool, state, table_id)
  redis.call('HSET', seek_key(id), 'state', state, 'table', table_id)
  redis.call('PEXPIRE', seek_key(id), KEPT_MS)
  redis.call('ZREM', pool_key(pool), id)
  redis.call('ZREM', waiting_of(player), id)
  redis.call('ZADD', ended_of(player), place, id)
  redis.call('ZREMRANGEBYRANK', ended_of(player), '0', '-' .. plain(MOST_ENDED + 1))
  redis.call('PEXPIRE', ended_of(player), KEPT_MS)
end

-- The seek with this id as the reply of a function; one that was not renewed in time has expired.
local function fields_of(id, now)
  local found = redis.call('HMGET', seek_key(id), unpack(FIELDS))
  if not found[1] then
    return nil
  end
  if found[2] == 'waiting' and tonumber(found[5]) <= now then
    end_seek(id, found[1], found[11], found[6], 'expired', '')
    found[2] = 'expired'
  end
  table.insert(found, 1, id)
  return found
end

local function read(id)
  local place, player, rating, low, high, lasts =
    unpack(redis.call('HMGET', seek_key(id), 'place', 'player', 'rating', 'low', 'high', 'until'))
  return player and {
    id = id, place = tonumber(place), player = player, rating = tonumber(rating),
    low = low == '' and -math.huge or tonumber(low), high = high == '' and math.huge or tonumber(high),
    lasts = tonumber(lasts),
  }
end

local function fit(one, other)
  return one.player ~= other.player and one.rating >= other.low and one.rating <= other.high
    and other.rating >= one.low and other.rating <= one.high
end

-- Adds the oldest of the others that all fit each other; true if so many were found.
local function choose(group, others, from, missing, budget)
  if missing == 0 then
    return true
  end
  for i = from, #others - missing + 1 do
    budget.left = budget.left - 1
    if budget.left < 0 then
      return false
    end
    local fits = true
    for j = 2, #group do
      fits = fits and fit(group[j], others[i])
    end
    if fits then
      group[#group + 1] = others[i]
      if choose(group, others, i + 1, missing - 1, budget) then
        return true
      end
      group[#group] = nil
    end
  end
  return false
end

-- The seeks of a pool that fit this one, the oldest first; those that have expired leave it.
local function fitting(own, pool, now)
  local others = {}
  for _, id in ipairs(redis.call('ZRANGE', pool_key(pool), 0, LOOKED_AT - 1)) do
    local other = read(id)
    if not other then
      redis.call('ZREM', pool_key(pool), id)
    elseif other.lasts <= now then
      end_seek(id, other.player, plain(other.place), pool, 'expired', '')
    elseif fit(own, other) then
      others[#others + 1] = other
    end
  end
  return others
end

local function make_match(keys, group, pool, id, body, now)
  table.sort(group, function(one, other) return one.place < other.place end)
  local players, seeks = {}, {}
  for i, seek in ipairs(group) do
    end_seek(seek.id, seek.player, plain(seek.place), pool, 'matched', id)
    players[i], seeks[i] = seek.player, seek.id
  end
  local about = { id, table.concat(players, ' '), table.concat(seeks, ' '), body }
  redis.call('HSET', match_key(id), 'players', about[2], 'seeks', about[3], 'body', body)
  redis.call('ZADD', keys[2], plain(now + RETRY_MS), id)
  return about
end

-- The seeks of a player that still wait.
local function waiting_seeks(player, now)
  local waiting = {}
  for _, id in ipairs(redis.call('ZRANGE', waiting_of(player), 0, -1)) do
    local found = fields_of(id, now)
    if found and found[3] == 'waiting' then
      waiting[#waiting + 1] = found
    else
      redis.call('ZREM', waiting_of(player), id)
    end
  end
  return waiting
end

-- keys: number of places, pending matches; arguments: seek, player, most that may wait, ms until it expires, table,
-- pool, number of players, rating, lowest or '', highest or '', body
-- reply: 0 if too many wait; else the seek, and the match if there is one
-- commands: 13 + 9 * 5 + 8 * 500
local function add_seek(keys, args)
  if #keys ~= 2 or #args ~= 11 or not (whole(args[3]) and whole(args[4]) and whole(args[7])) then
    return bad_arguments()
  end
  local now, key = now_ms(), seek_key(args[1])
  if redis.call('EXISTS', key) == 1 then -- the same call came before; its match is finished when it is due
    return { fields_of(args[1], now) }
  end
  if #waiting_seeks(args[2], now) >= whole(args[3]) then
    return 0
  end
  local place, lasts = redis.call('INCR', keys[1]), now + whole(args[4])
  redis.call('HSET', key, 'player', args[2], 'pool', args[6], 'count', args[7], 'rating', args[8], 'low', args[9],
    'high', args[10], 'body', args[11], 'state', 'waiting', 'table', '', 'place', plain(place),
    'created', plain(now), 'until', plain(lasts))
  redis.call('PEXPIRE', key, plain(whole(args[4]) + KEPT_MS))
  redis.call('ZADD', waiting_of(args[2]), plain(place), args[1])
  redis.call('PEXPIRE', waiting_of(args[2]), plain(whole(args[4]) + KEPT_MS))
  local own = read(args[1])
  local group = { own }
  if choose(group, fitting(own, args[6], now), 1, whole(args[7]) - 1, { left = TRIED }) then
    local match = make_match(keys, group, args[6], args[5], args[11], now)
    return { fields_of(args[1], now), match }
  end
  redis.call('ZADD', pool_key(args[6]), plain(place), args[1])
  redis.call('PEXPIRE', pool_key(args[6]), plain(whole(args[4]) + KEPT_MS))
  return { fields_of(args[1], now) }
end

-- keys: any of this slot; arguments: seek …; reply: each seek or nothing
-- commands: 1 + 8
local function find_seeks(keys, args)
  if #keys ~= 1 then
    return bad_arguments()
  end
  local now, found = now_ms(), {}
  for i, id in ipairs(args) do
    found[i] = fields_of(id, now) or false
  end
  return found
end

-- keys: any of this slot; arguments: player; reply: the seeks, the newest first
-- commands: 2 + 100 + 8 * 5
local function seeks_of_player(keys, args)
  if #keys ~= 1 or #args ~= 1 then
    return bad_arguments()
  end
  local ids, newest = redis.call('ZUNION', '2', waiting_of(args[1]), ended_of(args[1])), {}
  for i = #ids, 1, -1 do
    newest[#newest + 1] = ids[i]
  end
  return find_seeks(keys, newest)
end

-- keys: any of this slot; arguments: milliseconds, player …; the seeks of these players wait for so long from now
-- commands: 1 + 50 + 9 * 5 * 50
local function renew_seeks(keys, args)
  if #keys ~= 1 or #args < 1 or not whole(args[1]) then
    return bad_arguments()
  end
  local now, kept = now_ms(), plain(whole(args[1]) + KEPT_MS)
  for i = 2, #args do
    for _, found in ipairs(waiting_seeks(args[i], now)) do
      redis.call('HSET', seek_key(found[1]), 'until', plain(now + whole(args[1])))
      for _, key in ipairs({ seek_key(found[1]), waiting_of(args[i]), pool_key(found[7]) }) do
        redis.call('PEXPIRE', key, kept)
      end
    end
  end
  return 'OK'
end

-- keys: any of this slot; arguments: seek; reply: the seek after it
-- commands: 9
local function cancel_seek(keys, args)
  if #keys ~= 1 or #args ~= 1 then
    return bad_arguments()
  end
  local found = fields_of(args[1], now_ms())
  if found and found[3] == 'waiting' then
    end_seek(args[1], found[2], found[12], found[7], 'cancelled', '')
    found[3] = 'cancelled'
  end
  return found or false
end

redis.register_function('ludotheque_add_seek', add_seek)
redis.register_function('ludotheque_find_seeks', find_seeks)
redis.register_function('ludotheque_seeks_of_player', seeks_of_player)
redis.register_function('ludotheque_renew_seeks', renew_seeks)
redis.register_function('ludotheque_cancel_seek', cancel_seek)
