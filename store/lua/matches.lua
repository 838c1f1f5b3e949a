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
    local about = redis.call('HMGET', match_key(id), 'players', 'seeks', 'address', 'body')
    redis.call('ZADD', keys[1], plain(now + RETRY_MS), id)
    found[i] = { id, unpack(about) }
  end
  return found
end

-- keys: pending matches; arguments: table whose match is finished
-- commands: 2
local function finish_match(keys, args)
  if #keys ~= 1 or #args ~= 1 then
    return bad_arguments()
  end
  redis.call('DEL', match_key(args[1]))
  return redis.call('ZREM', keys[1], args[1])
end

local function waits_in(pool, waiting)
  for _, seek in ipairs(waiting) do
    if seek.pool == pool then
      return true
    end
  end
end

-- keys: pending matches; arguments: table, ms, player who is not seated …; their seeks are cancelled, and the others of the
-- match wait again, for so long; reply: 0 if the match is finished
-- commands: 4 + 8 * 11 + 9 * 5 * 8
local function dissolve_match(keys, args)
  if #keys ~= 1 or #args < 2 or not whole(args[2]) then
    return bad_arguments()
  end
  local now, refused = now_ms(), {}
  for i = 3, #args do
    refused[args[i]] = true
  end
  local seeks = redis.call('HGET', match_key(args[1]), 'seeks')
  if not seeks then
    return 0
  end
  for id in string.gmatch(seeks, '%S+') do
    local seek = read(id)
    if seek and (refused[seek.player] or waits_in(seek.pool, waiting_seeks(seek.player, now))) then
      end_seek(seek, 'cancelled', '')
    elseif seek then
      redis.call('ZREM', ended_of(seek.player), id)
      let_wait(seek, now, whole(args[2]))
    end
  end
  redis.call('DEL', match_key(args[1]))
  return redis.call('ZREM', keys[1], args[1])
end

redis.register_function('ludotheque_take_due_matches', take_due_matches)
redis.register_function('ludotheque_finish_match', finish_match)
redis.register_function('ludotheque_dissolve_match', dissolve_match)
