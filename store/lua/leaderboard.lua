#!lua name=ludotheque_leaderboard
-- Finished tables have one order for ever. Boards are folded from it: their rows and position change together.

local function position(keys, generation)
  return tonumber(redis.call('GET', stem(keys, generation) .. ':position') or '0')
end

-- How many places were given: tables that were archived keep theirs, but are no longer in the order.
local function placed(keys)
  local last = redis.call('XREVRANGE', keys[1], '+', '-', 'COUNT', '1')[1]
  local place = last and whole(string.match(last[1], '^%d+')) or 0
  return math.max(place, whole(redis.call('GET', keys[3]) or '0') or 0)
end

-- keys: order, place of each table, number of places, positions; arguments: number of tables, tables …, then where the
-- reader has come to (feed_readers.lua) or nothing; reply: their places, or nothing if another reader was faster. A
-- table that has a place keeps it.
-- commands: 129 + 6 * 100
local function order(keys, args)
  local tables = #keys == 4 and #args > 0 and whole(args[1])
  if not tables then
    return bad_arguments()
  end
  local first_position, places = 2 + tables, {}
  if is_overtaken(keys[4], args, first_position) then
    return nil
  end
  for i = 1, tables do
    local id = args[1 + i]
    local place = redis.call('HGET', keys[2], id)
    if not place then
      place = plain(placed(keys) + 1)
      redis.call('XADD', keys[1], place .. '-0', 't', id)
      redis.call('HSET', keys[2], id, place)
      redis.call('SET', keys[3], place)
    end
    places[i] = tonumber(place)
  end
  if args[first_position] then
    advance(keys[4], args, first_position)
  end
  return places
end

-- keys: order, place of each table; arguments: table …; archived tables leave the order and keep their places elsewhere
-- commands: 3 * 20
local function drop_places(keys, args)
  if #keys ~= 2 then
    return bad_arguments()
  end
  for _, id in ipairs(args) do
    local place = redis.call('HGET', keys[2], id)
    if place then
      redis.call('XDEL', keys[1], place .. '-0')
      redis.call('HDEL', keys[2], id)
    end
  end
  return 'OK'
end

local function save_row(home, game, player, rank, row)
  local name, member, board = game .. '|' .. player, rank .. '|' .. player, home .. ':index:' .. game
  local old = redis.call('HGET', home .. ':places', name)
  if old and old ~= member then
    redis.call('ZREM', board, old)
  end
  redis.call('ZADD', board, '0', member)
  redis.call('SADD', home .. ':index_names', game)
  redis.call('HSET', home .. ':places', name, member)
  redis.call('HSET', home .. ':rows', name, row)
end

-- keys: current, next; arguments: generation, its position as it was seen, the new one, then game, player, rank, row …
-- reply: 1, or 0 if another caller was faster or the generation is no longer in use
-- commands: 4 + 6 * 400
local function fold(keys, args)
  if #keys ~= 2 or #args < 3 or #args % 4 ~= 3 or not whole(args[2]) or not whole(args[3]) then
    return bad_arguments()
  end
  if args[1] ~= current(keys) and args[1] ~= redis.call('GET', keys[2]) then
    return 0
  end
  if position(keys, args[1]) ~= whole(args[2]) then
    return 0
  end
  local home, games = stem(keys, args[1]), {}
  for i = 4, #args, 4 do
    games[args[i]] = true
  end
  require_here(home, games)
  for i = 4, #args, 4 do
    save_row(home, args[i], args[i + 1], args[i + 2], args[i + 3])
  end
  redis.call('SET', home .. ':position', args[3])
  return 1
end

-- keys: current, next; arguments: generation or '' for the current one, game|player …
-- reply: generation, position, rows or nils
-- commands: 3
local function standings(keys, args)
  if #keys ~= 2 or #args < 1 then
    return bad_arguments()
  end
  local generation = named(keys, args[1])
  local rows = #args == 1 and {} or redis.call('HMGET', stem(keys, generation) .. ':rows', unpack(args, 2))
  return { generation, position(keys, generation), rows }
end

-- keys: current, next; arguments: game, member before the page or '', limit
-- reply: position, how many members are before the page, how many of them rank higher, the members, their rows
-- commands: 6
local function board(keys, args)
  if #keys ~= 2 or #args ~= 3 or not whole(args[3]) then
    return bad_arguments()
  end
  local generation = current(keys)
  local home = stem(keys, generation)
  local name = home .. ':index:' .. args[1]
  local from = args[2] == '' and '+' or '(' .. args[2]
  local members = redis.call('ZRANGE', name, from, '-', 'BYLEX', 'REV', 'LIMIT', '0', args[3])
  if #members == 0 then
    return { position(keys, generation), 0, 0, {}, {} }
  end
  local fields = {}
  for i, member in ipairs(members) do
    fields[i] = args[1] .. '|' .. string.match(member, '|(.*)$')
  end
  local higher = redis.call('ZLEXCOUNT', name, '(' .. string.match(members[1], '^[^|]*') .. '}', '+') -- } follows |
  local rows = redis.call('HMGET', home .. ':rows', unpack(fields))
  return { position(keys, generation), redis.call('ZREVRANK', name, members[1]), higher, members, rows }
end

-- keys: current, next; arguments: the generation to serve
-- reply: 1 if it is current now, 0 if it is behind the current one, -1 if another was begun meanwhile
-- commands: 7
local function promote(keys, args)
  if #keys ~= 2 or #args ~= 1 then
    return bad_arguments()
  end
  if redis.call('GET', keys[2]) == args[1] then
    if position(keys, args[1]) < position(keys, current(keys)) then
      return 0
    end
    redis.call('SET', keys[1], args[1])
    redis.call('DEL', keys[2])
  end
  return current(keys) == args[1] and 1 or -1
end

redis.register_function('ludotheque_order', order)
redis.register_function('ludotheque_drop_places', drop_places)
redis.register_function('ludotheque_fold', fold)
redis.register_function('ludotheque_promote_leaderboard', promote)
redis.register_function({ function_name = 'ludotheque_standings', callback = standings, flags = { 'no-writes' } })
redis.register_function({ function_name = 'ludotheque_board', callback = board, flags = { 'no-writes' } })
