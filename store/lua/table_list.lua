#!lua name=ludotheque_table_list
-- The indexes of a table change together, and never go back to an older version. The rows themselves are with the tables.

-- Puts a table into its indexes; `place` is a version and the names of the indexes, with blanks between.
local function save_into(keys, generation, id, member, place)
  local home = stem(keys, generation)
  local before = redis.call('HGET', home .. ':places', id)
  if before and whole(string.match(before, '^%d+')) >= whole(string.match(place, '^%d+')) then
    return
  end
  local stale = {}
  for name in string.gmatch(before and string.match(before, '^%d+ (.*)$') or '', '%S+') do
    stale[name] = true
  end
  local new = {}
  for name in string.gmatch(string.match(place, '^%d+(.*)$'), '%S+') do
    if not stale[name] then
      redis.call('ZADD', home .. ':index:' .. name, '0', member)
      new[#new + 1] = name
    end
    stale[name] = nil
  end
  if #new > 0 then
    redis.call('SADD', home .. ':index_names', unpack(new))
  end
  for name in pairs(stale) do
    redis.call('ZREM', home .. ':index:' .. name, member)
  end
  redis.call('HSET', home .. ':places', id, place)
end

-- Raises an error if a key that `save_into` may write has left for another server; nothing is written.
local function require_places_here(keys, generation, id, place)
  local home, touched = stem(keys, generation), {}
  local before = redis.call('HGET', home .. ':places', id) or ''
  for name in string.gmatch(string.match(before .. ' ' .. place, '^%d* *(.*)$'), '%S+') do
    touched[name] = true
  end
  require_here(home, touched)
end

-- Adds commits to the public feed. An id is the time of the commit, or that of the entry before if that is later.
local function show(feed, args, first, past)
  local newest = 0
  local about = redis.call('EXISTS', feed) == 1 and redis.call('XINFO', 'STREAM', feed) or {}
  for i = 1, #about, 2 do
    if about[i] == 'last-generated-id' then -- also of an entry that was trimmed
      newest = tonumber(string.match(about[i + 1], '^%d+'))
    end
  end
  for i = first, past - 1, 5 do
    newest = math.max(newest, whole(args[i]))
    redis.call('XADD', feed, plain(newest) .. '-*', 't', args[i + 1], 'f', args[i + 2], 'l', args[i + 3], 'n', args[i + 4])
  end
end

-- keys: current, next, notices, positions, public feed; arguments: generation or '' for all in use, number of rows, then
-- table, member of the indexes and place of each, number of notices, then subjects and body of each, number of commits
-- in the public feed, then time, table, first and last version and notes of each, then where the reader has come to
-- (feed_readers.lua) or nothing; reply: 0 if another reader was faster
-- commands: 134 + 151 * 100
local function save(keys, args)
  local rows = #keys == 5 and #args > 2 and whole(args[2])
  local notices = rows and whole(args[3 + 3 * rows] or '')
  local shown = notices and whole(args[4 + 3 * rows + 2 * notices] or '')
  if not shown then
    return bad_arguments()
  end
  local generations = { args[1] ~= '' and args[1] or current(keys), args[1] == '' and redis.call('GET', keys[2]) or nil }
  local first_notice = 4 + 3 * rows
  local first_shown = first_notice + 2 * notices + 1
  local first_position = first_shown + 5 * shown
  if is_overtaken(keys[4], args, first_position) then
    return 0
  end
  for _, generation in ipairs(generations) do
    for i = 3, 2 + 3 * rows, 3 do
      require_places_here(keys, generation, args[i], args[i + 2])
    end
  end
  for i = first_notice, first_shown - 2, 2 do
    require_streams_here(keys[3], args[i])
  end
  redis.call('EXISTS', keys[5])
  for _, generation in ipairs(generations) do
    for i = 3, 2 + 3 * rows, 3 do
      save_into(keys, generation, args[i], args[i + 1], args[i + 2])
    end
  end
  for i = first_notice, first_shown - 2, 2 do
    publish(keys[3], args[i], args[i + 1])
  end
  if shown > 0 then
    show(keys[5], args, first_shown, first_position)
  end
  if args[first_position] then
    advance(keys[4], args, first_position)
  end
  return 1
end

-- keys: current, next; arguments: table, member of the indexes …
-- commands: 2 + 184 * 20
local function drop_rows(keys, args)
  if #keys ~= 2 or #args % 2 ~= 0 then
    return bad_arguments()
  end
  for _, generation in ipairs({ current(keys), redis.call('GET', keys[2]) or nil }) do
    local home = stem(keys, generation)
    for i = 1, #args, 2 do
      local place = redis.call('HGET', home .. ':places', args[i]) or ''
      for name in string.gmatch(string.match(place, '^%d+ (.*)$') or '', '%S+') do
        redis.call('ZREM', home .. ':index:' .. name, args[i + 1])
        if redis.call('EXISTS', home .. ':index:' .. name) == 0 then
          redis.call('SREM', home .. ':index_names', name)
        end
      end
      redis.call('HDEL', home .. ':places', args[i])
    end
  end
  return 'OK'
end

-- keys: current, next; arguments: generation or '' for the current one, table …; reply: places or nils
-- commands: 2
local function find(keys, args)
  if #keys ~= 2 or #args < 2 then
    return bad_arguments()
  end
  return redis.call('HMGET', stem(keys, named(keys, args[1])) .. ':places', unpack(args, 2))
end

-- keys: current, next; arguments: index, member before the page or '', limit, 'newest' or 'oldest' (which comes first)
-- reply: members
-- commands: 2
local function page(keys, args)
  if #keys ~= 2 or #args ~= 4 or not whole(args[3]) then
    return bad_arguments()
  end
  local home = stem(keys, current(keys))
  local index, after = home .. ':index:' .. args[1], args[2] ~= '' and '(' .. args[2]
  if args[4] == 'oldest' then
    return redis.call('ZRANGE', index, after or '-', '+', 'BYLEX', 'LIMIT', '0', args[3])
  end
  return redis.call('ZRANGE', index, after or '+', '-', 'BYLEX', 'REV', 'LIMIT', '0', args[3])
end

-- keys: current, next; arguments: index; reply: how many rows it holds
-- commands: 2
local function count_index(keys, args)
  if #keys ~= 2 or #args ~= 1 then
    return bad_arguments()
  end
  return redis.call('ZCARD', stem(keys, current(keys)) .. ':index:' .. args[1])
end

-- keys: current, next; arguments: the generation to serve; reply: 1 if it is current now, 0 if another was begun
-- commands: 4
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

redis.register_function('ludotheque_save_rows', save)
redis.register_function('ludotheque_drop_rows', drop_rows)
redis.register_function('ludotheque_promote_table_list', promote)
redis.register_function({ function_name = 'ludotheque_find_places', callback = find, flags = { 'no-writes' } })
redis.register_function({ function_name = 'ludotheque_page', callback = page, flags = { 'no-writes' } })
redis.register_function({ function_name = 'ludotheque_count_index', callback = count_index, flags = { 'no-writes' } })
