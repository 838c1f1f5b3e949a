#!lua name=ludotheque_deadlines
-- A table is leased by pushing its time forward; whoever saw the old time first has it.

local SHORTEST_BEAT = 500 -- ms between two writes of the pulse

local function whole(text)
  return #text <= 15 and string.find(text, '^%d+$') and tonumber(text) or nil
end

local function clock(text) -- the store's own, unless one is given
  if text ~= '' then
    return whole(text)
  end
  local time = redis.call('TIME')
  return tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
end

local function plain(number)
  return string.format('%.0f', number)
end

-- arguments: now or '', limit; answer: now and a list of table, time, table, time …
local function overdue(keys, args)
  if #keys ~= 1 or #args ~= 2 or not clock(args[1]) or not whole(args[2]) then
    return redis.error_reply('ERR ludotheque: arguments')
  end
  local now = clock(args[1])
  return { now, redis.call('ZRANGE', keys[1], '-inf', plain(now), 'BYSCORE', 'LIMIT', '0', args[2], 'WITHSCORES') }
end

-- arguments: now or '', how long, then table, time as it was seen …; answer: the tables leased
local function lease(keys, args)
  if #keys ~= 1 or #args % 2 ~= 0 or #args < 2 or not clock(args[1]) or not whole(args[2]) then
    return redis.error_reply('ERR ludotheque: arguments')
  end
  local until_, leased = plain(clock(args[1]) + whole(args[2])), {}
  for i = 3, #args, 2 do
    if redis.call('ZSCORE', keys[1], args[i]) == args[i + 1] then
      redis.call('ZADD', keys[1], until_, args[i])
      leased[#leased + 1] = args[i]
    end
  end
  return leased
end

-- arguments: shortest outage, how many to remember; answer: now and a list of `began:ended`
local function beat(keys, args)
  if #keys ~= 2 or #args ~= 2 or not whole(args[1]) or not whole(args[2]) then
    return redis.error_reply('ERR ludotheque: arguments')
  end
  local now, last = clock(''), whole(redis.call('GET', keys[1]) or '')
  if last and now - last > whole(args[1]) then
    redis.call('RPUSH', keys[2], plain(last) .. ':' .. plain(now))
    redis.call('LTRIM', keys[2], '-' .. args[2], '-1')
  end
  if not last or math.abs(now - last) >= SHORTEST_BEAT then
    redis.call('SET', keys[1], plain(now))
  end
  return { now, redis.call('LRANGE', keys[2], '0', '-1') }
end

redis.register_function({ function_name = 'ludotheque_overdue', callback = overdue, flags = { 'no-writes' } })
redis.register_function('ludotheque_lease', lease)
redis.register_function('ludotheque_beat', beat)
