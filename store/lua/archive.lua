#!lua name=ludotheque_archive
-- A table leaves the store in one step, and only as it was archived. Its keys share a slot with the tombstones.

-- keys: catalogue, numbers, pending; arguments: name of a segment; reply: its number
-- commands: 5
local function enter_segment(keys, args)
  if #keys ~= 3 or #args ~= 1 or not string.find(args[1], '^%x+$') then
    return bad_arguments()
  end
  local number = redis.call('HGET', keys[2], args[1])
  if not number then
    number = plain(redis.call('HLEN', keys[2]) + 1)
    redis.call('HSET', keys[1], number, args[1])
    redis.call('HSET', keys[2], args[1], number)
    redis.call('SADD', keys[3], number)
  end
  return tonumber(number)
end

-- keys: head of the table, tables, tombstones, deadlines, then the other keys of the table
-- arguments: table, version, head, number of the segment; reply: 1 if it was deleted, 0 if it was gone, -1 if it differs
-- commands: 5
local function archive_table(keys, args)
  if #keys < 5 or #args ~= 4 or not whole(args[2]) or #args[3] ~= 32 or not whole(args[4]) then
    return bad_arguments()
  end
  local meta = redis.call('HMGET', keys[1], 'v', 'h')
  if not meta[1] then
    return 0
  end
  if meta[1] ~= args[2] or meta[2] ~= args[3] then
    return -1
  end
  redis.call('HSET', keys[3], args[1], args[4])
  redis.call('SREM', keys[2], args[1])
  redis.call('ZREM', keys[4], args[1])
  redis.call('UNLINK', keys[1], unpack(keys, 5))
  return 1
end

-- keys: feed, trimmed; arguments: id; remembers the last entry that was dropped, so that readers know what they missed
-- commands: 3
local function trim_feed(keys, args)
  if #keys ~= 2 or #args ~= 1 or not string.find(args[1], '^%d+%-%d+$') then
    return bad_arguments()
  end
  local last = redis.call('XREVRANGE', keys[1], '(' .. args[1], '-', 'COUNT', 1)[1]
  if not last then
    return 0
  end
  local dropped = redis.call('XTRIM', keys[1], 'MINID', args[1])
  redis.call('SET', keys[2], last[1])
  return dropped
end

redis.register_function('ludotheque_enter_segment', enter_segment)
redis.register_function('ludotheque_archive_table', archive_table)
redis.register_function('ludotheque_trim_feed', trim_feed)
