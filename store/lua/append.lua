#!lua name=ludotheque_append
-- Check everything, then write everything: redis keeps what was written before an error.
-- No flag `allow-oom`: a server out of memory refuses before the first line runs.

local MOST_EVENTS = 10000
local MOST_BYTES = 1048576

-- Arguments: 1 table, 2 expected, 3 head, 4 next head, 5 id, 6 record, 7 key, 8 digest,
-- 9 not before, 10 not after, 11 due, 12 seed, 13 … events. An empty string means none.
local FIRST_EVENT = 13

local function whole(text) -- digits only, exact as a double
  return #text <= 15 and string.find(text, '^%d+$') and tonumber(text) or nil
end

local function plain(number)
  return string.format('%.0f', number)
end

local function sized(text, least, most)
  return #text >= least and #text <= most
end

-- Keys are checked by name, so that they are six different ones of one table and partition.
local function misnamed(keys, id)
  if #keys ~= 6 or not string.find(id, '^%w+$') then
    return true
  end
  local tag = string.match(keys[1], '^{p%d%d}')
  if not tag then
    return true
  end
  local stem = tag .. ':t:' .. id
  return keys[1] ~= stem .. ':e' or keys[2] ~= stem .. ':m' or keys[3] ~= stem .. ':k'
    or keys[4] ~= stem .. ':s' or keys[5] ~= tag .. ':feed' or keys[6] ~= tag .. ':due'
end

local function moment(text) -- valid unless neither empty nor whole
  return text == '' or whole(text)
end

local function flaw(keys, args)
  if #args < FIRST_EVENT or #args >= FIRST_EVENT + MOST_EVENTS then
    return 'number of arguments'
  end
  if misnamed(keys, args[1]) then
    return 'keys'
  end
  if not whole(args[2]) then
    return 'expected version'
  end
  if #args[3] ~= 32 or #args[4] ~= 32 or #args[5] ~= 16 then
    return 'size of head or id'
  end
  if not sized(args[6], 1, MOST_BYTES) or not sized(args[7], 0, 64) or not sized(args[8], 0, 64) then
    return 'size of record, key or digest'
  end
  if not (moment(args[9]) and moment(args[10]) and moment(args[11])) then
    return 'time'
  end
  if #args[12] ~= (whole(args[2]) == 0 and 32 or 0) then
    return 'a seed belongs to the opening, and only there'
  end
  for i = FIRST_EVENT, #args do
    if not sized(args[i], 1, MOST_BYTES) then
      return 'size of an event'
    end
  end
end

local function recalled(record, digest)
  local first, last, rest = string.match(record, '^(%d+):(%d+):()')
  if not first or #record < rest + 31 then
    return redis.error_reply('ERR ludotheque: broken record of a key')
  end
  if string.sub(record, rest + 32) ~= digest then
    return { 'KEY_REUSED' }
  end
  return { 'DUP', tonumber(first), tonumber(last), string.sub(record, rest, rest + 31) }
end

local function field(entry, name)
  for i = 1, #entry[2], 2 do
    if entry[2][i] == name then
      return entry[2][i + 1]
    end
  end
end

-- The history has gone on: was it by this very command?
local function overtaken(events, expected, count, args)
  local since = redis.call('XRANGE', events, plain(expected + 1) .. '-0', '+')
  if since[1] and field(since[1], 'i') == args[5] then
    return { 'DUP', expected + 1, expected + count, args[4] }
  end
  return { 'CONFLICT', since }
end

local function untimely(args)
  if args[9] == '' and args[10] == '' then
    return nil
  end
  local time = redis.call('TIME')
  local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
  if args[10] ~= '' and now > tonumber(args[10]) then
    return { 'LATE' }
  end
  if args[9] ~= '' and now < tonumber(args[9]) then
    return { 'EARLY' }
  end
end

local function permitted(keys)
  return redis.acl_check_cmd('XADD', keys[1], '*', 'e', '') and redis.acl_check_cmd('HSET', keys[2], 'v', '')
    and redis.acl_check_cmd('HSET', keys[3], 'k', '') and redis.acl_check_cmd('SET', keys[4], '')
    and redis.acl_check_cmd('XADD', keys[5], '*', 't', '') and redis.acl_check_cmd('XDEL', keys[5], '1-0') and redis.acl_check_cmd('ZADD', keys[6], '0', 't')
    and redis.acl_check_cmd('ZREM', keys[6], 't')
end

-- Whatever could make a write fail, or hit something that is not ours.
local function obstacle(keys, args, version)
  if redis.call('XLEN', keys[1]) ~= version then -- raises unless a stream or nothing
    return 'the stream does not end at its version'
  end
  if version == 0 and redis.call('EXISTS', keys[1], keys[3], keys[4]) > 0 then
    return 'remains of another table'
  end
  redis.call('ZSCORE', keys[6], args[1]) -- raises unless a sorted set or nothing
  if not permitted(keys) then
    return 'not permitted to write'
  end
end

-- No id can be added to a stream somebody has set to a later one; only trying tells. So the feed
-- is tried first (of another kind or full, it raises here, before anything is written), then the
-- first event: the feed's entry can be taken back, and the rest cannot fail.
local function begun(keys, args, first, last)
  local told = redis.call('XADD', keys[5], '*', 't', args[1], 'f', plain(first), 'l', plain(last))
  local added =
    redis.pcall('XADD', keys[1], plain(first) .. '-0', 'e', args[FIRST_EVENT], 'c', args[6], 'i', args[5])
  if type(added) == 'table' and added.err then
    redis.call('XDEL', keys[5], told)
    return added
  end
end

local function write(keys, args, version)
  local first, last = version + 1, version + #args - FIRST_EVENT + 1
  local failure = begun(keys, args, first, last)
  if failure then
    return failure
  end
  for i = FIRST_EVENT + 1, #args do
    redis.call('XADD', keys[1], plain(version + i - FIRST_EVENT + 1) .. '-0', 'e', args[i])
  end
  redis.call('HSET', keys[2], 'v', plain(last), 'h', args[4])
  if args[7] ~= '' then
    redis.call('HSET', keys[3], args[7], plain(first) .. ':' .. plain(last) .. ':' .. args[4] .. args[8])
  end
  if version == 0 then
    redis.call('SET', keys[4], args[12])
  end
  if args[11] == '' then
    redis.call('ZREM', keys[6], args[1])
  else
    redis.call('ZADD', keys[6], args[11], args[1])
  end
  return { 'OK', first, last }
end

local function append(keys, args)
  local why = flaw(keys, args)
  if why then
    return redis.error_reply('ERR ludotheque: ' .. why)
  end
  local record = args[7] ~= '' and redis.call('HGET', keys[3], args[7])
  if record then
    return recalled(record, args[8])
  end
  local expected = tonumber(args[2])
  local meta = redis.call('HMGET', keys[2], 'v', 'h')
  local version = whole(meta[1] or '0')
  if not version or (version == 0 and redis.call('EXISTS', keys[2]) > 0) then
    return redis.error_reply('ERR ludotheque: broken version')
  end
  if version > expected then
    return overtaken(keys[1], expected, #args - FIRST_EVENT + 1, args)
  end
  if version < expected or (version > 0 and meta[2] ~= args[3]) then
    return { 'CONFLICT', {} }
  end
  local reply = untimely(args)
  if reply then
    return reply
  end
  why = obstacle(keys, args, version)
  if why then
    return redis.error_reply('ERR ludotheque: ' .. why)
  end
  return write(keys, args, version)
end

redis.register_function('ludotheque_append', append)
