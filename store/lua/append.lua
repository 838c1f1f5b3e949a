#!lua name=ludotheque_append
-- Checks everything, then writes everything: the server keeps what was written before an error.
-- No flag `allow-oom`: a server that is out of memory rejects the call before its first line runs.

-- The reply for an idempotency key that was used before. Its record is written once more: a replica that confirms this
-- call then has the first one, too, which may have come over another connection.
local function used_before(keys, key, record, digest)
  local first, last, rest = string.match(record, '^(%d+):(%d+):()')
  if not first or #record < rest + 31 then
    return redis.error_reply('ERR ludotheque: broken record of a key')
  end
  if string.sub(record, rest + 32) ~= digest then
    return { 'KEY_REUSED' }
  end
  redis.call('HSET', keys, key, record)
  return { 'DUP', tonumber(first), tonumber(last), string.sub(record, rest, rest + 31) }
end

local function field(entry, name)
  for i = 1, #entry[2], 2 do
    if entry[2][i] == name then
      return entry[2][i + 1]
    end
  end
end

-- The reply when the table is past the expected version: by this very commit, or by another one. The version is written
-- once more after a duplicate, for the same reason as the record of a key.
local function conflict(keys, version, expected, count, args)
  local since = redis.call('XRANGE', keys[EVENTS], plain(expected + 1) .. '-0', '+')
  if since[1] and field(since[1], 'i') == args[ID] then
    redis.call('HSET', keys[META], 'v', plain(version))
    return { 'DUP', expected + 1, expected + count, args[NEXT_HEAD] }
  end
  return { 'CONFLICT', since }
end

local function too_late_or_early(args)
  if args[NOT_BEFORE] == '' and args[NOT_AFTER] == '' then
    return nil
  end
  local now = now_ms()
  if args[NOT_AFTER] ~= '' and now > tonumber(args[NOT_AFTER]) then
    return { 'LATE' }
  end
  if args[NOT_BEFORE] ~= '' and now < tonumber(args[NOT_BEFORE]) then
    return { 'EARLY' }
  end
end

-- Only the commands that this call will run are checked: each check costs the server as much as a small command.
local function may_write(keys, args, version)
  return redis.acl_check_cmd('XADD', keys[EVENTS], '*', 'e', '')
    and redis.acl_check_cmd('HSET', keys[META], 'v', '')
    and redis.acl_check_cmd('XADD', keys[FEED], '*', 't', '')
    and redis.acl_check_cmd('XDEL', keys[FEED], '1-0')
    and (args[KEY] == '' or redis.acl_check_cmd('HSET', keys[IDEMPOTENCY], 'k', ''))
    and (version > 0 or redis.acl_check_cmd('SET', keys[SEED_KEY], ''))
    and (args[DUE] == '' and redis.acl_check_cmd('ZREM', keys[DEADLINES], 't')
      or args[DUE] ~= '' and redis.acl_check_cmd('ZADD', keys[DEADLINES], '0', 't'))
    and (args[LOG] == '' or redis.acl_check_cmd('XADD', keys[LOG_QUEUE], '*', 't', '')
      and redis.acl_check_cmd('XDEL', keys[LOG_QUEUE], '1-0'))
    and (version > 0 or redis.acl_check_cmd('SADD', keys[TABLES], 't'))
end

-- Why a write would fail, or would overwrite keys that are not of this table.
local function obstacle(keys, args, version, entries)
  if redis.call('XLEN', keys[EVENTS]) ~= entries then -- raises unless it is a stream or nothing
    return 'the stream has not as many entries as it should'
  end
  if version == 0 and redis.call('EXISTS', keys[EVENTS], keys[IDEMPOTENCY], keys[SEED_KEY]) > 0 then
    return 'remains of another table'
  end
  redis.call('ZSCORE', keys[DEADLINES], args[TABLE]) -- raises unless it is a sorted set or nothing
  if version == 0 then
    redis.call('SISMEMBER', keys[TABLES], args[TABLE]) -- raises unless it is a set or nothing
  end
  if not may_write(keys, args, version) then
    return 'not permitted to write'
  end
end

-- Deletes the only entry that this call has added to a stream, and the stream if that has made it.
local function undo(key, entry)
  if entry then
    redis.call('XDEL', key, entry)
    if redis.call('XLEN', key) == 0 then
      redis.call('DEL', key)
    end
  end
end

local function entry_id(first, count)
  return plain(first + count - 1) .. '-' .. plain(count)
end

-- Writes the entry for the public log, the feed entry and the first entry. Only XADD itself shows whether a stream was
-- set to a later id. So the log comes first (if it has another type or is full, XADD raises before anything is
-- written), then the feed, then the first entry: these can be deleted again, and no write after these can fail.
-- reply: the failure, or nothing and the feed entry
local function write_first(keys, args, counts, first, last)
  local log = args[LOG] ~= '' and redis.call('XADD', keys[LOG_QUEUE], '*', 't', args[TABLE], 'e', args[LOG])
  local entry = redis.pcall('XADD', keys[FEED], '*', 't', args[TABLE], 'f', plain(first), 'l', plain(last), 'n', args[NOTES])
  if entry.err then -- of a string, which is the id of an entry, this is nil
    undo(keys[LOG_QUEUE], log)
    return entry
  end
  local fields = { 'e', args[FIRST_PART], 'c', args[RECORD], 'i', args[ID] }
  if args[KEY] ~= '' then -- the record of the key can be rebuilt from these fields
    fields[7], fields[8], fields[9], fields[10] = 'd', args[DIGEST], 'k', args[KEY]
  end
  if #args == FIRST_PART then
    fields[#fields + 1], fields[#fields + 2] = 'h', args[NEXT_HEAD]
  end
  local added = redis.pcall('XADD', keys[EVENTS], entry_id(first, counts[FIRST_PART]), unpack(fields))
  if added.err then
    redis.call('XDEL', keys[FEED], entry)
    undo(keys[LOG_QUEUE], log)
    return added
  end
  return nil, entry
end

-- Writes the further entries of a commit with many events: that of a fork.
local function write_rest(keys, args, counts, first)
  for i = FIRST_PART + 1, #args do
    local id, last = entry_id(first, counts[i]), i == #args
    redis.call('XADD', keys[EVENTS], id, 'e', args[i], unpack(last and { 'h', args[NEXT_HEAD] } or {}))
    first = first + counts[i]
  end
end

local function write(keys, args, counts, version, entries)
  local first, last = version + 1, version + counts.all
  local failure, entry = write_first(keys, args, counts, first, last)
  if failure then
    return failure
  end
  write_rest(keys, args, counts, first + counts[FIRST_PART])
  entries = plain(entries + #args - FIRST_PART + 1)
  redis.call('HSET', keys[META], 'v', plain(last), 'h', args[NEXT_HEAD], 'n', entries, 'd', args[MOVING])
  if args[LASTING] ~= '' then -- lists need it: f says which entry of the feed they must have read
    redis.call('HSET', keys[META], 'r', args[LASTING], 'f', entry)
  end
  if args[KEY] ~= '' then
    local record = plain(first) .. ':' .. plain(last) .. ':' .. args[NEXT_HEAD] .. args[DIGEST]
    redis.call('HSET', keys[IDEMPOTENCY], args[KEY], record)
  end
  if version == 0 then
    redis.call('SET', keys[SEED_KEY], args[SEED])
    redis.call('SADD', keys[TABLES], args[TABLE])
  end
  if args[DUE] == '' then
    redis.call('ZREM', keys[DEADLINES], args[TABLE])
  else
    redis.call('ZADD', keys[DEADLINES], args[DUE], args[TABLE])
  end
  return { 'OK', first, last }
end

local function refused(why)
  return why and redis.error_reply('ERR ludotheque: ' .. why)
end

-- commands: 17 + 400
local function append(keys, args)
  local counts, why = counted(args)
  why = invalid_argument(keys, args) or why
  if why then
    return refused(why)
  end
  local record = args[KEY] ~= '' and redis.call('HGET', keys[IDEMPOTENCY], args[KEY])
  if record then
    return used_before(keys[IDEMPOTENCY], args[KEY], record, args[DIGEST])
  end
  local expected = tonumber(args[EXPECTED])
  local meta = redis.call('HMGET', keys[META], 'v', 'h', 'n')
  local version, entries = whole(meta[1] or '0'), whole(meta[3] or '0')
  if not version or not entries or (version == 0 and redis.call('EXISTS', keys[META]) > 0) then
    return refused('broken version')
  end
  if version > expected then
    return conflict(keys, version, expected, counts.all, args)
  end
  if version < expected or (version > 0 and meta[2] ~= args[HEAD]) then
    return { 'CONFLICT', {} }
  end
  if version == 0 and redis.call('HEXISTS', keys[GONE], args[TABLE]) == 1 then
    return { 'CONFLICT', {} } -- the table was archived
  end
  return too_late_or_early(args) or refused(obstacle(keys, args, version, entries))
    or write(keys, args, counts, version, entries)
end

-- keys: the idempotency keys of a table; arguments: the key
-- commands: 2
local function recall(keys, args)
  if #keys ~= 1 or #args ~= 1 then
    return bad_arguments()
  end
  local record = redis.call('HGET', keys[1], args[1])
  if record then
    redis.call('HSET', keys[1], args[1], record) -- as for a duplicate
  end
  return record
end

redis.register_function('ludotheque_append', append)
redis.register_function('ludotheque_recall', recall)
