#!lua name=ludotheque_table_list
-- A row and its entries in the indexes change together, and never go back to an older version.
-- The position of a generation is the number of events in all its rows and in the tables that were archived.

local FIRST_NOTICE = 7 -- of the arguments of `save`; each notice is a version, subjects with blanks between, and a body

-- names: version of the row and the names of its indexes, which hold no blanks; reply: version before, nothing if it is no older
local function save_into(keys, generation, args, places)
  local home = stem(keys, generation)
  local place = redis.call('HGET', home .. ':places', args[2]) -- version and index names, with blanks between
  local known = place and whole(string.match(place, '^%d+')) or 0
  if place and known >= whole(args[3]) then
    return nil
  end
  local stale, touched = {}, {}
  for name in string.gmatch(place and string.match(place, '^%d+ (.*)$') or '', '%S+') do
    stale[name], touched[name] = true, true
  end
  for i = 2, #places do
    touched[places[i]] = true
  end
  require_here(home, touched)
  redis.call('INCRBY', home .. ':position', whole(args[3]) - known)
  for i = 2, #places do
    if not stale[places[i]] then
      redis.call('ZADD', home .. ':index:' .. places[i], '0', args[4])
      redis.call('SADD', home .. ':index_names', places[i])
    end
    stale[places[i]] = nil
  end
  for name in pairs(stale) do
    redis.call('ZREM', home .. ':index:' .. name, args[4])
  end
  redis.call('HSET', home .. ':rows', args[2], args[5])
  redis.call('HSET', home .. ':places', args[2], table.concat(places, ' '))
  return known
end

-- Publishes the notices of events that the row did not contain before.
local function publish_new(stream, args, last, known)
  for i = FIRST_NOTICE, last, 3 do
    if whole(args[i]) > known then
      publish(stream, args[i + 1], args[i + 2])
    end
  end
end

-- keys: current, next, notices; arguments: generation or '' for all in use, table, version, member of the indexes, row,
-- number of notices, notices …, index names …; a row that is saved into a named generation publishes nothing
local function save(keys, args)
  local notices = #args > 6 and whole(args[6])
  if #keys ~= 3 or not notices or #args < FIRST_NOTICE + 3 * notices or not whole(args[3]) then
    return bad_arguments()
  end
  local last = FIRST_NOTICE - 1 + 3 * notices
  local places = { args[3], unpack(args, last + 1) }
  if args[1] ~= '' then
    return save_into(keys, args[1], args, places) and 1 or 0
  end
  for i = FIRST_NOTICE, last, 3 do
    require_streams_here(keys[3], args[i + 1])
  end
  local next_generation = redis.call('GET', keys[2])
  if next_generation then
    save_into(keys, next_generation, args, places)
  end
  local known = save_into(keys, current(keys), args, places)
  if known then
    publish_new(keys[3], args, last, known)
  end
  return known and 1 or 0
end

-- Drops a row from a generation; returns its version, 0 if there is none.
local function drop_from(keys, generation, id, member)
  local home = stem(keys, generation)
  local place = redis.call('HGET', home .. ':places', id)
  if not place then
    return 0
  end
  for name in string.gmatch(string.match(place, '^%d+ (.*)$') or '', '%S+') do
    redis.call('ZREM', home .. ':index:' .. name, member)
    if redis.call('EXISTS', home .. ':index:' .. name) == 0 then
      redis.call('SREM', home .. ':index_names', name)
    end
  end
  redis.call('HDEL', home .. ':rows', id)
  redis.call('HDEL', home .. ':places', id)
  return whole(string.match(place, '^%d+')) or 0
end

-- keys: current, next, versions of archived tables; arguments: table, member of the indexes …
-- The position of no generation becomes smaller.
local function drop_rows(keys, args)
  if #keys ~= 3 or #args % 2 ~= 0 then
    return bad_arguments()
  end
  local building = redis.call('GET', keys[2])
  for i = 1, #args, 2 do
    local version = drop_from(keys, current(keys), args[i], args[i + 1])
    redis.call('INCRBY', keys[3], version)
    if building then
      local other = drop_from(keys, building, args[i], args[i + 1])
      redis.call('INCRBY', stem(keys, building) .. ':position', version - other)
    end
  end
  return 'OK'
end

-- keys: current, next, number of generations, versions of archived tables; reply: the new generation, the abandoned one
local function begin(keys, args)
  if #keys ~= 4 or #args ~= 0 then
    return bad_arguments()
  end
  local generation = 'g' .. plain(redis.call('INCR', keys[3]))
  local abandoned = redis.call('GET', keys[2]) or ''
  local archived = redis.call('GET', keys[4])
  if archived then
    redis.call('SET', stem(keys, generation) .. ':position', archived)
  end
  redis.call('SET', keys[2], generation)
  return { generation, abandoned }
end

-- keys: current, next; arguments: generation or '' for the current one, table …; reply: rows or nils
local function find(keys, args)
  if #keys ~= 2 or #args < 2 then
    return bad_arguments()
  end
  return redis.call('HMGET', stem(keys, named(keys, args[1])) .. ':rows', unpack(args, 2))
end

-- keys: current, next; arguments: index, member before the page or '', limit, 'newest' or 'oldest' (which comes first)
-- reply: members and rows
local function page(keys, args)
  if #keys ~= 2 or #args ~= 4 or not whole(args[3]) then
    return bad_arguments()
  end
  local home = stem(keys, current(keys))
  local index, after = home .. ':index:' .. args[1], args[2] ~= '' and '(' .. args[2]
  local members
  if args[4] == 'oldest' then
    members = redis.call('ZRANGE', index, after or '-', '+', 'BYLEX', 'LIMIT', '0', args[3])
  else
    members = redis.call('ZRANGE', index, after or '+', '-', 'BYLEX', 'REV', 'LIMIT', '0', args[3])
  end
  local ids = {}
  for i, member in ipairs(members) do
    ids[i] = string.match(member, '|(.*)$')
  end
  return { members, #ids == 0 and {} or redis.call('HMGET', home .. ':rows', unpack(ids)) }
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
redis.register_function('ludotheque_drop_rows', drop_rows)
redis.register_function('ludotheque_begin_table_list', begin)
redis.register_function('ludotheque_promote_table_list', promote)
redis.register_function({ function_name = 'ludotheque_find_rows', callback = find, flags = { 'no-writes' } })
redis.register_function({ function_name = 'ludotheque_page', callback = page, flags = { 'no-writes' } })
redis.register_function({ function_name = 'ludotheque_count_index', callback = count_index, flags = { 'no-writes' } })
