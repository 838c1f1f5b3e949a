#!lua name=ludotheque_shelf
-- A row and the indexes it stands in change together, and never go back to an older version.
-- Keys beside the two named ones share their hash tag: {shelf}:<generation>:rows, :places, :names, :i:<index>,
-- and :position, the number of events in all rows.

local FIRST = 'a' -- the generation before any rebuild

local function whole(text)
  return #text <= 15 and string.find(text, '^%d+$') and tonumber(text) or nil
end

local function stem(generation)
  return '{shelf}:' .. generation
end

local function current(keys)
  return redis.call('GET', keys[1]) or FIRST
end

-- On a cluster a slot may be on its way to another server. Looking for a key that has left already raises, so all
-- that will be written is looked for before anything is.
local function require_here(home, indexes)
  local names = { home .. ':position', home .. ':places', home .. ':names', home .. ':rows' }
  for name in pairs(indexes) do
    names[#names + 1] = home .. ':i:' .. name
  end
  redis.call('EXISTS', unpack(names))
end

-- arguments as for save; the names of the indexes hold no blanks
local function keep(generation, args)
  local place = redis.call('HGET', stem(generation) .. ':places', args[2])
  if place and whole(string.match(place, '^%d+')) >= whole(args[3]) then
    return 0
  end
  local known = place and whole(string.match(place, '^%d+')) or 0
  local stale, touched, places = {}, {}, { args[3], unpack(args, 6) }
  for name in string.gmatch(place and string.match(place, '^%d+ (.*)$') or '', '%S+') do
    stale[name], touched[name] = true, true
  end
  for i = 6, #args do
    touched[args[i]] = true
  end
  require_here(stem(generation), touched)
  redis.call('INCRBY', stem(generation) .. ':position', whole(args[3]) - known)
  for i = 6, #args do
    if not stale[args[i]] then
      redis.call('ZADD', stem(generation) .. ':i:' .. args[i], '0', args[4])
      redis.call('SADD', stem(generation) .. ':names', args[i])
    end
    stale[args[i]] = nil
  end
  for name in pairs(stale) do
    redis.call('ZREM', stem(generation) .. ':i:' .. name, args[4])
  end
  redis.call('HSET', stem(generation) .. ':rows', args[2], args[5])
  redis.call('HSET', stem(generation) .. ':places', args[2], table.concat(places, ' '))
  return 1
end

-- keys: current, next; arguments: generation or '' for all in use, table, version, member, row, indexes …
local function save(keys, args)
  if #keys ~= 2 or #args < 6 or not whole(args[3]) then
    return redis.error_reply('ERR ludotheque: arguments')
  end
  if args[1] ~= '' then
    return keep(args[1], args)
  end
  local growing = redis.call('GET', keys[2])
  if growing then
    keep(growing, args)
  end
  return keep(current(keys), args)
end

-- keys: current, next; arguments: generation or '' for the current one, table …; answer: rows or nils
local function find(keys, args)
  if #keys ~= 2 or #args < 2 then
    return redis.error_reply('ERR ludotheque: arguments')
  end
  local generation = args[1] == '' and current(keys) or args[1]
  return redis.call('HMGET', stem(generation) .. ':rows', unpack(args, 2))
end

-- keys: current, next; arguments: index, member to go on after or '', limit; answer: the rows, newest first
local function page(keys, args)
  if #keys ~= 2 or #args ~= 3 or not whole(args[3]) then
    return redis.error_reply('ERR ludotheque: arguments')
  end
  local home = stem(current(keys))
  local from = args[2] == '' and '+' or '(' .. args[2]
  local members = redis.call('ZRANGE', home .. ':i:' .. args[1], from, '-', 'BYLEX', 'REV', 'LIMIT', '0', args[3])
  local ids = {}
  for i, member in ipairs(members) do
    ids[i] = string.match(member, '|(.*)$')
  end
  return #ids == 0 and {} or redis.call('HMGET', home .. ':rows', unpack(ids))
end

-- keys: current, next; arguments: the generation that was to be next; answer: is it current now?
local function flip(keys, args)
  if #keys ~= 2 or #args ~= 1 then
    return redis.error_reply('ERR ludotheque: arguments')
  end
  if redis.call('GET', keys[2]) == args[1] then
    redis.call('SET', keys[1], args[1])
    redis.call('DEL', keys[2])
  end
  return current(keys) == args[1] and 1 or 0
end

redis.register_function('ludotheque_save', save)
redis.register_function('ludotheque_flip', flip)
redis.register_function({ function_name = 'ludotheque_find', callback = find, flags = { 'no-writes' } })
redis.register_function({ function_name = 'ludotheque_page', callback = page, flags = { 'no-writes' } })
