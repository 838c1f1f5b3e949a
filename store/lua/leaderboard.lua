#!lua name=ludotheque_ranking
-- Finished tables stand in one order for ever; a board is folded from it, and rows and position change together.
-- Keys beside the named ones share their hash tag: {rank}:<generation>:position, :rows, :places, :names, :i:<game>.

local FIRST = 'a' -- the generation before any rebuild

local function whole(text)
  return #text <= 15 and string.find(text, '^%d+$') and tonumber(text) or nil
end

local function stem(generation)
  return '{rank}:' .. generation
end

local function current(keys)
  return redis.call('GET', keys[1]) or FIRST
end

local function position(generation)
  return tonumber(redis.call('GET', stem(generation) .. ':position') or '0')
end

-- keys: order, known; arguments: table …; answer: their places. A table that has one keeps it.
local function order(keys, args)
  if #keys ~= 2 then
    return redis.error_reply('ERR ludotheque: arguments')
  end
  local places = {}
  for i, id in ipairs(args) do
    local place = redis.call('HGET', keys[2], id)
    if not place then
      place = string.format('%.0f', redis.call('XLEN', keys[1]) + 1)
      redis.call('XADD', keys[1], place .. '-0', 't', id)
      redis.call('HSET', keys[2], id, place)
    end
    places[i] = tonumber(place)
  end
  return places
end

-- On a cluster a slot may be on its way to another server. Looking for a key that has left already raises, so all
-- that will be written is looked for before anything is.
local function require_here(home, args)
  local names = { home .. ':position', home .. ':places', home .. ':names', home .. ':rows' }
  for i = 4, #args, 4 do
    names[#names + 1] = home .. ':i:' .. args[i]
  end
  redis.call('EXISTS', unpack(names))
end

local function keep(home, game, player, rank, row)
  local field, member, board = game .. '|' .. player, rank .. '|' .. player, home .. ':i:' .. game
  local was = redis.call('HGET', home .. ':places', field)
  if was and was ~= member then
    redis.call('ZREM', board, was)
  end
  redis.call('ZADD', board, '0', member)
  redis.call('SADD', home .. ':names', game)
  redis.call('HSET', home .. ':places', field, member)
  redis.call('HSET', home .. ':rows', field, row)
end

-- keys: current, next; arguments: generation, its position as it was seen, the new one, then game, player, rank, row …
-- answer: 1, or 0 if somebody else was faster or the generation is no longer in use
local function fold(keys, args)
  if #keys ~= 2 or #args < 3 or #args % 4 ~= 3 or not whole(args[2]) or not whole(args[3]) then
    return redis.error_reply('ERR ludotheque: arguments')
  end
  if args[1] ~= current(keys) and args[1] ~= redis.call('GET', keys[2]) then
    return 0
  end
  if position(args[1]) ~= whole(args[2]) then
    return 0
  end
  require_here(stem(args[1]), args)
  for i = 4, #args, 4 do
    keep(stem(args[1]), args[i], args[i + 1], args[i + 2], args[i + 3])
  end
  redis.call('SET', stem(args[1]) .. ':position', args[3])
  return 1
end

-- keys: current, next; arguments: generation or '' for the current one, game|player …; answer: generation, position, rows or nils
local function standings(keys, args)
  if #keys ~= 2 or #args < 1 then
    return redis.error_reply('ERR ludotheque: arguments')
  end
  local generation = args[1] == '' and current(keys) or args[1]
  local rows = #args == 1 and {} or redis.call('HMGET', stem(generation) .. ':rows', unpack(args, 2))
  return { generation, position(generation), rows }
end

-- keys: current, next; arguments: game, member to go on after or '', limit
-- answer: position, how many stand before the first, how many of them higher, the members, their rows
local function board(keys, args)
  if #keys ~= 2 or #args ~= 3 or not whole(args[3]) then
    return redis.error_reply('ERR ludotheque: arguments')
  end
  local generation = current(keys)
  local home = stem(generation)
  local name = home .. ':i:' .. args[1]
  local from = args[2] == '' and '+' or '(' .. args[2]
  local members = redis.call('ZRANGE', name, from, '-', 'BYLEX', 'REV', 'LIMIT', '0', args[3])
  if #members == 0 then
    return { position(generation), 0, 0, {}, {} }
  end
  local fields = {}
  for i, member in ipairs(members) do
    fields[i] = args[1] .. '|' .. string.match(member, '|(.*)$')
  end
  local higher = redis.call('ZLEXCOUNT', name, '(' .. string.match(members[1], '^[^|]*') .. '}', '+') -- } follows |
  local rows = redis.call('HMGET', home .. ':rows', unpack(fields))
  return { position(generation), redis.call('ZREVRANK', name, members[1]), higher, members, rows }
end

-- keys: current, next; arguments: the generation that was to be next
-- answer: 1 it is current now, 0 it is not as far as the current one, -1 another was begun meanwhile
local function promote(keys, args)
  if #keys ~= 2 or #args ~= 1 then
    return redis.error_reply('ERR ludotheque: arguments')
  end
  if redis.call('GET', keys[2]) == args[1] then
    if position(args[1]) < position(current(keys)) then
      return 0
    end
    redis.call('SET', keys[1], args[1])
    redis.call('DEL', keys[2])
  end
  return current(keys) == args[1] and 1 or -1
end

redis.register_function('ludotheque_order', order)
redis.register_function('ludotheque_fold', fold)
redis.register_function('ludotheque_promote', promote)
redis.register_function({ function_name = 'ludotheque_standings', callback = standings, flags = { 'no-writes' } })
redis.register_function({ function_name = 'ludotheque_board', callback = board, flags = { 'no-writes' } })
