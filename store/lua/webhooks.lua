#!lua name=ludotheque_hooks
-- A webhook, the sets it is found by, its deliveries and their due times change together.
-- All keys share the hash tag {hooks}.

local function whole(text)
  return #text <= 15 and string.find(text, '^%d+$') and tonumber(text) or nil
end

local function now()
  local time = redis.call('TIME')
  return string.format('%.0f', tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000))
end

local function wrong(keys, args, many, count)
  return #keys ~= many or #args ~= count
end

-- keys: hook, those of its owner, those of what it is about; arguments: id, most, body, secrets
-- answer: when it was made, or 0 if the owner has too many
local function add(keys, args)
  if wrong(keys, args, 3, 4) or not whole(args[2]) then
    return redis.error_reply('ERR ludotheque: arguments')
  end
  local made = redis.call('HGET', keys[1], 'created')
  if made then
    return tonumber(made) -- asked twice
  end
  if redis.call('SCARD', keys[2]) >= whole(args[2]) then
    return 0
  end
  made = now()
  redis.call('HSET', keys[1], 'body', args[3], 'secrets', args[4], 'created', made)
  redis.call('SADD', keys[2], args[1])
  redis.call('SADD', keys[3], args[1])
  return tonumber(made)
end

-- keys: hook, those of its owner, those of what it is about, deliveries, log, due; arguments: id
local function remove(keys, args)
  if wrong(keys, args, 6, 1) then
    return redis.error_reply('ERR ludotheque: arguments')
  end
  for _, delivery in ipairs(redis.call('ZRANGE', keys[5], 0, -1)) do
    redis.call('ZREM', keys[6], args[1] .. '|' .. delivery)
  end
  redis.call('SREM', keys[2], args[1])
  redis.call('SREM', keys[3], args[1])
  return redis.call('DEL', keys[1], keys[4], keys[5])
end

-- keys: hook; arguments: secrets as they were seen, secrets; answer: 0 if somebody else was faster
local function rotate(keys, args)
  if wrong(keys, args, 1, 2) then
    return redis.error_reply('ERR ludotheque: arguments')
  end
  if redis.call('HGET', keys[1], 'secrets') ~= args[1] then
    return redis.call('HGET', keys[1], 'secrets') == args[2] and 1 or 0
  end
  redis.call('HSET', keys[1], 'secrets', args[2])
  return 1
end

-- keys: hook, deliveries, log, due; arguments: id, delivery, when it happened, body, how many are kept
-- answer: 1, or 0 if the hook is gone, disabled or younger than what happened, or has the delivery already
local function notify(keys, args)
  if wrong(keys, args, 4, 5) or not whole(args[3]) or not whole(args[5]) then
    return redis.error_reply('ERR ludotheque: arguments')
  end
  local made, disabled = unpack(redis.call('HMGET', keys[1], 'created', 'disabled'))
  if not made or disabled or tonumber(made) > whole(args[3]) or redis.call('HEXISTS', keys[2], args[2]) == 1 then
    return 0
  end
  local at = now()
  redis.call('HSET', keys[2], args[2], args[4])
  redis.call('ZADD', keys[3], at, args[2])
  redis.call('ZADD', keys[4], at, args[1] .. '|' .. args[2])
  for _, old in ipairs(redis.call('ZRANGE', keys[3], 0, -1 - whole(args[5]))) do
    redis.call('ZREM', keys[3], old)
    redis.call('HDEL', keys[2], old)
    redis.call('ZREM', keys[4], args[1] .. '|' .. old)
  end
  return 1
end

-- keys: hook, deliveries, due; arguments: id, delivery, body, milliseconds until the next attempt or '' for none,
-- why the hook is disabled from now on or '', 1 if it was delivered; answer: 0 if the delivery is gone
local function settle(keys, args)
  if wrong(keys, args, 3, 6) or not (args[4] == '' or whole(args[4])) then
    return redis.error_reply('ERR ludotheque: arguments')
  end
  local member, at = args[1] .. '|' .. args[2], now()
  if redis.call('HEXISTS', keys[2], args[2]) == 0 or redis.call('EXISTS', keys[1]) == 0 then
    redis.call('ZREM', keys[3], member)
    return 0
  end
  redis.call('HSET', keys[2], args[2], args[3])
  if args[4] == '' then
    redis.call('ZREM', keys[3], member)
  else
    redis.call('ZADD', keys[3], string.format('%.0f', tonumber(at) + whole(args[4])), member)
  end
  if args[5] ~= '' then
    redis.call('HSET', keys[1], 'disabled', args[5])
  end
  if args[6] == '1' then
    redis.call('HSET', keys[1], 'succeeded', at)
  end
  return 1
end

redis.register_function('ludotheque_hook_add', add)
redis.register_function('ludotheque_hook_remove', remove)
redis.register_function('ludotheque_hook_rotate', rotate)
redis.register_function('ludotheque_hook_notify', notify)
redis.register_function('ludotheque_hook_settle', settle)
