#!lua name=ludotheque_heartbeat
-- The first beat after a long pause records the pause as an outage.

local SHORTEST_BEAT = 500 -- ms between two writes

-- keys: last beat, outages; arguments: shortest outage, how many to keep; reply: now and a list of `began:ended`
local function beat(keys, args)
  if #keys ~= 2 or #args ~= 2 or not whole(args[1]) or not whole(args[2]) then
    return bad_arguments()
  end
  local now, last = now_ms(), whole(redis.call('GET', keys[1]) or '')
  if last and now - last > whole(args[1]) then
    redis.call('RPUSH', keys[2], plain(last) .. ':' .. plain(now))
    redis.call('LTRIM', keys[2], '-' .. args[2], '-1')
  end
  if not last or math.abs(now - last) >= SHORTEST_BEAT then
    redis.call('SET', keys[1], plain(now))
  end
  return { now, redis.call('LRANGE', keys[2], '0', '-1') }
end

redis.register_function('ludotheque_beat', beat)
