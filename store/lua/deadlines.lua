#!lua name=ludotheque_deadlines
-- A member of a due set is leased by moving its time forward; only the first caller that saw the old time gets it.

local function time_of(text) -- the store's own, unless one is given
  if text ~= '' then
    return whole(text)
  end
  return now_ms()
end

-- keys: due sets; arguments: now or '', limit; reply: now, and for each set a list of member, time, member, time …
-- commands: 2 + 64
local function overdue(keys, args)
  if #keys < 1 or #args ~= 2 or not time_of(args[1]) or not whole(args[2]) then
    return bad_arguments()
  end
  local now, found = time_of(args[1]), {}
  for i, key in ipairs(keys) do
    found[i] = redis.call('ZRANGE', key, '-inf', plain(now), 'BYSCORE', 'LIMIT', '0', args[2], 'WITHSCORES')
  end
  return { now, found }
end

-- keys: due set; arguments: now or '', length of the lease, then member, time as it was seen …; reply: members leased
-- commands: 2 + 2 * 100
local function lease(keys, args)
  if #keys ~= 1 or #args % 2 ~= 0 or #args < 2 or not time_of(args[1]) or not whole(args[2]) then
    return bad_arguments()
  end
  local ends, leased = plain(time_of(args[1]) + whole(args[2])), {}
  for i = 3, #args, 2 do
    if redis.call('ZSCORE', keys[1], args[i]) == args[i + 1] then
      redis.call('ZADD', keys[1], ends, args[i])
      leased[#leased + 1] = args[i]
    end
  end
  return leased
end

-- keys: due set; arguments: member, its time as it was seen or '', its time from now on or '' for none
-- reply: 1, or 0 if another caller has changed it
-- commands: 2
local function put_due(keys, args)
  if #keys ~= 1 or #args ~= 3 then
    return bad_arguments()
  end
  if (redis.call('ZSCORE', keys[1], args[1]) or '') ~= args[2] then
    return 0
  end
  if args[3] == '' then
    redis.call('ZREM', keys[1], args[1])
  else
    redis.call('ZADD', keys[1], args[3], args[1])
  end
  return 1
end

redis.register_function({ function_name = 'ludotheque_overdue', callback = overdue, flags = { 'no-writes' } })
redis.register_function('ludotheque_lease', lease)
redis.register_function('ludotheque_put_due', put_due)
