#!lua name=ludotheque_table_list
-- A row and its entries in the indexes change together, and never go back to an older version.
-- The position of a generation is the number of events in all its rows.

-- arguments: generation, table, version, member of the indexes, row, index names …; names hold no blanks
local function save_into(keys, generation, args)
  local home = stem(keys, generation)
  local place = redis.call('HGET', home .. ':places', args[2]) -- version and index names, with blanks between
  local known = place and whole(string.match(place, '^%d+')) or 0
  if place and known >= whole(args[3]) then
    return 0
  end
  local stale, touched, places = {}, {}, { args[3], unpack(args, 6) }
  for name in string.gmatch(place and string.match(place, '^%d+ (.*)$') or '', '%S+') do
    stale[name], touched[name] = true, true
  end
  for i = 6, #args do
    touched[args[i]] = true
  end
  require_here(home, touched)
  redis.call('INCRBY', home .. ':position', whole(args[3]) - known)
  for i = 6, #args do
    if not stale[args[i]] then
      redis.call('ZADD', home .. ':index:' .. args[i], '0', args[4])
      redis.call('SADD', home .. ':index_names', args[i])
    end
    stale[args[i]] = nil
  end
  for name in pairs(stale) do
    redis.call('ZREM', home .. ':index:' .. name, args[4])
  end
  redis.call('HSET', home .. ':rows', args[2], args[5])
  redis.call('HSET', home .. ':places', args[2], table.concat(places, ' '))
  return 1
end

-- keys: current, next; arguments: generation or '' for all in use, table, version, member, row, index names …
local function save(keys, args)
  if #keys ~= 2 or #args < 6 or not whole(args[3]) then
    return bad_arguments()
  end
  if args[1] ~= '' then
    return save_into(keys, args[1], args)
  end
  local next_generation = redis.call('GET', keys[2])
  if next_generation then
    save_into(keys, next_generation, args)
  end
  return save_into(keys, current(keys), args)
end

-- keys: current, next; arguments: generation or '' for the current one, table …; reply: rows or nils
local function find(keys, args)
  if #keys ~= 2 or #args < 2 then
    return bad_arguments()
  end
  return redis.call('HMGET', stem(keys, named(keys, args[1])) .. ':rows', unpack(args, 2))
end

-- keys: current, next; arguments: index, member before the page or '', limit; reply: rows, the newest first
local function page(keys, args)
  if #keys ~= 2 or #args ~= 3 or not whole(args[3]) then
    return bad_arguments()
  end
  local home = stem(keys, current(keys))
  local from = args[2] == '' and '+' or '(' .. args[2]
  local members = redis.call('ZRANGE', home .. ':index:' .. args[1], from, '-', 'BYLEX', 'REV', 'LIMIT', '0', args[3])
  local ids = {}
  for i, member in ipairs(members) do
    ids[i] = string.match(member, '|(.*)$')
  end
  return #ids == 0 and {} or redis.call('HMGET', home .. ':rows', unpack(ids))
end

-- keys: current, next; arguments: index; reply: how many rows it holds
local function count_index(keys, args)
  if #keys ~= 2 or #args ~= 1 then
    return bad_arguments()
  end
  return redis.call('ZCARD', stem(keys, current(keys)) .. ':index:' .. args[1])
end

-- keys: current, next; arguments: the generation to serve; reply: 1 if it is current now, 0 if another was begun
local function promote(keys, args)
  if #keys ~= 2 or #args ~= 1 then
    return bad_arguments()
  end
  if redis.call('GET', keys[2]) == args[1] then
    redis.call('SET', keys[1], args[1])
    redis.call('DEL', keys[2])
  end
  return current(keys) == args[1] and 1 or 0
end

redis.register_function('ludotheque_save_row', save)
redis.register_function('ludotheque_promote_table_list', promote)
redis.register_function({ function_name = 'ludotheque_find_rows', callback = find, flags = { 'no-writes' } })
redis.register_function({ function_name = 'ludotheque_page', callback = page, flags = { 'no-writes' } })
redis.register_function({ function_name = 'ludotheque_count_index', callback = count_index, flags = { 'no-writes' } })
