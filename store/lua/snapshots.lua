#!lua name=ludotheque_snapshots
-- What is folded from a history and kept beside it. Snapshots of a table: a hash of version -> head (32 bytes), time (8 bytes), state. Any of them may be gone.

-- keys: snapshots; arguments: version; reply: version and body of the last one at or before it, then version and head of
-- the first one after it; empty strings stand for what there is not
-- commands: 3
local function snapshots_near(keys, args)
  local at = #keys == 1 and #args == 1 and whole(args[1])
  if not at then
    return bad_arguments()
  end
  local before, after
  for _, name in ipairs(redis.call('HKEYS', keys[1])) do
    local version = whole(name)
    if version and version <= at and (not before or version > before) then
      before = version
    elseif version and version > at and (not after or version < after) then
      after = version
    end
  end
  local reply = { '', '', '', '' }
  if before then
    reply[1], reply[2] = plain(before), redis.call('HGET', keys[1], plain(before))
  end
  if after then
    reply[3], reply[4] = plain(after), string.sub(redis.call('HGET', keys[1], plain(after)), 1, 32)
  end
  return reply
end

-- keys: snapshots, head of the table; arguments: ms until they expire, then version and body of each; a table that is
-- not there, or has no such version, gets none
-- commands: 2 + 40
local function save_snapshots(keys, args)
  local ms = #keys == 2 and #args % 2 == 1 and whole(args[1])
  if not ms then
    return bad_arguments()
  end
  local version = whole(redis.call('HGET', keys[2], 'v') or '0') or 0
  for i = 2, #args, 2 do
    local at = whole(args[i])
    if at and at <= version then
      redis.call('HSET', keys[1], args[i], args[i + 1])
    end
  end
  return redis.call('PEXPIRE', keys[1], plain(ms))
end

-- keys: head of the table; arguments: version, both parts of its row; reply: 0 if the table has another version by now
-- commands: 2
local function put_row(keys, args)
  if #keys ~= 1 or #args ~= 3 then
    return bad_arguments()
  end
  if redis.call('HGET', keys[1], 'v') ~= args[1] then
    return 0
  end
  redis.call('HSET', keys[1], 'r', args[2], 'd', args[3])
  return 1
end

redis.register_function('ludotheque_put_row', put_row)
redis.register_function('ludotheque_save_snapshots', save_snapshots)
redis.register_function({ function_name = 'ludotheque_snapshots_near', callback = snapshots_near, flags = { 'no-writes' } })
