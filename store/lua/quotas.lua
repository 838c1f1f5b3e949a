#!lua name=ludotheque_quotas
-- What a caller holds or has used is checked and counted in one step, so that processes cannot race.
-- Times are those of the store. A key expires when nothing in it counts any more.

-- keys: sorted set, place -> ms since 1970 at which it ends; arguments: place, most, milliseconds to hold it
-- reply: 1 if it is held now (one that was held before is held at least so long), 0 if all places are held
-- commands: 7
local function hold(keys, args)
  if #keys ~= 1 or #args ~= 3 or not whole(args[2]) or not whole(args[3]) then
    return bad_arguments()
  end
  local now = now_ms()
  redis.call('ZREMRANGEBYSCORE', keys[1], '-inf', plain(now))
  if not redis.call('ZSCORE', keys[1], args[1]) and redis.call('ZCARD', keys[1]) >= whole(args[2]) then
    return 0
  end
  redis.call('ZADD', keys[1], 'GT', plain(now + whole(args[3])), args[1])
  if redis.call('PTTL', keys[1]) < whole(args[3]) then
    redis.call('PEXPIRE', keys[1], args[3])
  end
  return 1
end

-- keys: string, ms since 1970 at which all uses are there again; arguments: most, milliseconds in which they come back
-- reply: 0 if one was used, else the milliseconds until the next
-- commands: 3
local function spend(keys, args)
  if #keys ~= 1 or #args ~= 2 or not whole(args[1]) or not whole(args[2]) or whole(args[1]) == 0 then
    return bad_arguments()
  end
  local now, period = now_ms(), whole(args[2])
  local full_at = math.max(tonumber(redis.call('GET', keys[1]) or '0'), now) + period / whole(args[1])
  local lacking = full_at - now - period
  if lacking > 0.5 then
    return math.ceil(lacking)
  end
  redis.call('SET', keys[1], string.format('%.3f', full_at), 'PX', plain(math.max(1, math.ceil(full_at - now))))
  return 0
end

redis.register_function('ludotheque_hold', hold)
redis.register_function('ludotheque_spend', spend)
