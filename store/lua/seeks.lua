#!lua name=ludotheque_seeks
-- Seeks are matched in one step: the seek that comes last is matched with the oldest that fit, or waits. A match stays
-- pending until its table was opened, so that any process can finish what another one began.

local RETRY_MS = 2000 -- after which another process finishes a match
local LOOKED_AT, TRIED = 200, 5000 -- seeks that fit, and combinations of them

-- The reply of a function: all fields of a seek but its address.
local function shown(seek)
  local reply = { seek.id }
  for _, name in ipairs(FIELDS) do
    if name ~= 'address' then
      reply[#reply + 1] = seek[name]
    end
  end
  return reply
end

local function accepts(one, other)
  local rating = tonumber(other.rating)
  return (one.low == '' or rating >= tonumber(one.low)) and (one.high == '' or rating <= tonumber(one.high))
end

local function fit(one, other)
  return one.player ~= other.player and accepts(one, other) and accepts(other, one)
end

-- Adds the first of the others that all fit each other; true if so many were found.
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
local function fitting(own, now)
  local places, node = {}, step_of(own.rating)
  local low, high = string.format(':%05d:', first_step(own.low)), string.format(':%05d;', last_step(own.high))
  for level = 0, LEVELS do
    local name = string.format('%02d%05d', level, node)
    local found = redis.call('ZRANGE', pool_key(own.pool), '[' .. name .. low, '(' .. name .. high, 'BYLEX', 'LIMIT', '0',
      plain(LOOKED_AT))
    for _, entry in ipairs(found) do
      local place, id = string.match(entry, '^%d+:%d+:(%d+):(.*)$')
      places[#places + 1] = { place = tonumber(place), id = id }
    end
    node = math.floor(node / 2)
  end
  table.sort(places, function(one, other) return one.place < other.place end)
  local others = {}
  for i = 1, math.min(#places, LOOKED_AT) do
    local other = current(places[i].id, now)
    if other and other.state == 'waiting' and fit(own, other) then
      others[#others + 1] = other
    end
  end
  return others
end

local function width(seek)
  return last_step(seek.high) - first_step(seek.low)
end

-- The group of a table: the oldest that fit each other. If there are too many combinations to try, those who accept the
-- most come first, so that nobody can hide a group by seeks that fit only some of it.
local function group_of(own, others, count)
  local group, budget = { own }, { left = TRIED }
  if choose(group, others, 1, count - 1, budget) then
    return group
  end
  if budget.left < 0 then
    table.sort(others, function(one, other) return width(one) > width(other) end)
    group = { own }
    return choose(group, others, 1, count - 1, { left = TRIED }) and group
  end
end

local function make_match(keys, group, id, body, now)
  table.sort(group, function(one, other) return tonumber(one.place) < tonumber(other.place) end)
  local players, seeks = {}, {}
  for i, seek in ipairs(group) do
    end_seek(seek, 'matched', id)
    players[i], seeks[i] = seek.player, seek.id
  end
  local about = { id, table.concat(players, ' '), table.concat(seeks, ' '), group[1].address, body }
  redis.call('HSET', match_key(id), 'players', about[2], 'seeks', about[3], 'address', about[4], 'body', body)
  redis.call('ZADD', keys[2], plain(now + RETRY_MS), id)
  return about
end

-- keys: number of places, pending matches; arguments: seek, player, most that may wait, ms until it expires, table,
-- pool, number of players, rating, lowest or '', highest or '', body, address, most that may wait there
-- reply: 0 if too many of the player wait, -1 if too many of the address; else the seek, and the match if there is one. The
-- seek takes the place of one that the player has in this pool.
-- commands: 30 + 9 * 5 + 9 * 200
local function add_seek(keys, args)
  if #keys ~= 2 or #args ~= 13 or not (whole(args[3]) and whole(args[4]) and whole(args[7]) and whole(args[13])) then
    return bad_arguments()
  end
  local now = now_ms()
  local before = current(args[1], now)
  if before then -- the same call came before; its match is finished when it is due
    return { shown(before) }
  end
  local same, others = nil, 0
  for _, seek in ipairs(waiting_seeks(args[2], now)) do
    if seek.pool == args[6] then
      same = seek
    else
      others = others + 1
    end
  end
  if others >= whole(args[3]) then
    return 0
  end
  redis.call('ZREMRANGEBYSCORE', waiting_at(args[12]), '-inf', plain(now))
  if redis.call('ZCARD', waiting_at(args[12])) - (same and 1 or 0) >= whole(args[13]) then
    return -1
  end
  if same then
    end_seek(same, 'cancelled', '')
  end
  local own = {
    id = args[1], player = args[2], pool = args[6], count = args[7], rating = args[8], low = args[9], high = args[10],
    body = args[11], address = args[12], place = plain(redis.call('INCR', keys[1])), created = plain(now), table = '',
    state = 'waiting', ['until'] = plain(now + whole(args[4])),
  }
  local fields = {}
  for _, name in ipairs(FIELDS) do
    fields[#fields + 1] = name
    fields[#fields + 1] = own[name]
  end
  redis.call('HSET', seek_key(own.id), unpack(fields))
  local group = group_of(own, fitting(own, now), whole(args[7]))
  if group then
    local match = make_match(keys, group, args[5], args[11], now)
    return { shown(own), match }
  end
  let_wait(own, now, whole(args[4]))
  return { shown(own) }
end

-- keys: any of this slot; arguments: seek …; reply: each seek or nothing
-- commands: 1 + 9
local function find_seeks(keys, args)
  if #keys ~= 1 then
    return bad_arguments()
  end
  local now, found = now_ms(), {}
  for i, id in ipairs(args) do
    local seek = current(id, now)
    found[i] = seek and shown(seek) or false
  end
  return found
end

-- keys: any of this slot; arguments: player; reply: the seeks, the newest first
-- commands: 2 + 100 + 9 * 5
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
  local now = now_ms()
  for i = 2, #args do
    for _, seek in ipairs(waiting_seeks(args[i], now)) do
      let_wait(seek, now, whole(args[1]))
    end
  end
  return 'OK'
end

-- keys: any of this slot; arguments: seek; reply: the seek after it
-- commands: 10
local function cancel_seek(keys, args)
  if #keys ~= 1 or #args ~= 1 then
    return bad_arguments()
  end
  local seek = current(args[1], now_ms())
  if seek and seek.state == 'waiting' then
    end_seek(seek, 'cancelled', '')
  end
  return seek and shown(seek) or false
end

-- keys: any of this slot; arguments: player, all of whose seeks end
-- commands: 2 + 9 * 5
local function cancel_seeks_of(keys, args)
  if #keys ~= 1 or #args ~= 1 then
    return bad_arguments()
  end
  for _, seek in ipairs(waiting_seeks(args[1], now_ms())) do
    end_seek(seek, 'cancelled', '')
  end
  return 'OK'
end

redis.register_function('ludotheque_add_seek', add_seek)
redis.register_function('ludotheque_find_seeks', find_seeks)
redis.register_function('ludotheque_seeks_of_player', seeks_of_player)
redis.register_function('ludotheque_renew_seeks', renew_seeks)
redis.register_function('ludotheque_cancel_seek', cancel_seek)
redis.register_function('ludotheque_cancel_seeks_of', cancel_seeks_of)
