#!lua name=ludotheque_matches
-- A match of seeks.lua stays pending until its table was opened; any process may finish it when it is due.

local RETRY_MS = 2000 -- after which another process finishes a match

-- keys: pending matches; arguments: how many; reply: matches that nobody has finished in time
-- commands: 2 + 2 * 10
local function take_due_matches(keys, args)
  if #keys ~= 1 or #args ~= 1 or not whole(args[1]) then
    return bad_arguments()
  end
  local now, found = now_ms(), {}
  for i, id in ipairs(redis.call('ZRANGE', keys[1], '-inf', plain(now), 'BYSCORE', 'LIMIT', '0', args[1])) do
    local players, seeks, body = unpack(redis.call('HMGET', '{seeks}:match:' .. id, 'players', 'seeks', 'body'))
    redis.call('ZADD', keys[1], plain(now + RETRY_MS), id)
    found[i] = { id, players, seeks, body }
  end
  return found
end

-- keys: pending matches; arguments: table, state of the seeks or '' to keep it, seek …
-- commands: 2 + 2 * 8
local function finish_match(keys, args)
  if #keys ~= 1 or #args < 2 then
    return bad_arguments()
  end
  redis.call('ZREM', keys[1], args[1])
  redis.call('DEL', '{seeks}:match:' .. args[1])
  for i = 3, #args do
    if args[2] ~= '' and redis.call('EXISTS', '{seeks}:seek:' .. args[i]) == 1 then
      redis.call('HSET', '{seeks}:seek:' .. args[i], 'state', args[2], 'table', '')
    end
  end
  return 'OK'
end

redis.register_function('ludotheque_take_due_matches', take_due_matches)
redis.register_function('ludotheque_finish_match', finish_match)
