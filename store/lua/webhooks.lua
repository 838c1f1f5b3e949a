#!lua name=ludotheque_webhooks
-- A webhook, the sets that list it, its deliveries and their due times change together.

local function wrong(keys, args, key_count, argument_count)
  return #keys ~= key_count or #args ~= argument_count
end

-- keys: webhook, those of its owner, those of its subject; arguments: id, most, body, secrets
-- reply: when it was created, or 0 if the owner has too many
local function add(keys, args)
  if wrong(keys, args, 3, 4) or not whole(args[2]) then
    return bad_arguments()
  end
  local created = redis.call('HGET', keys[1], 'created')
  if created then
    return tonumber(created) -- the same call came before
  end
  if redis.call('SCARD', keys[2]) >= whole(args[2]) then
    return 0
  end
  created = plain(now_ms())
  redis.call('HSET', keys[1], 'body', args[3], 'secrets', args[4], 'created', created)
  redis.call('SADD', keys[2], args[1])
  redis.call('SADD', keys[3], args[1])
  return tonumber(created)
end

-- keys: webhook, those of its owner, those of its subject, deliveries, delivery times, due set; arguments: id
local function remove(keys, args)
  if wrong(keys, args, 6, 1) then
    return bad_arguments()
  end
  for _, delivery in ipairs(redis.call('ZRANGE', keys[5], 0, -1)) do
    redis.call('ZREM', keys[6], args[1] .. '|' .. delivery)
  end
  redis.call('SREM', keys[2], args[1])
  redis.call('SREM', keys[3], args[1])
  return redis.call('DEL', keys[1], keys[4], keys[5])
end

-- keys: webhook; arguments: secrets as they were seen, new secrets; reply: 0 if another caller was faster
local function rotate(keys, args)
  if wrong(keys, args, 1, 2) then
    return bad_arguments()
  end
  if redis.call('HGET', keys[1], 'secrets') ~= args[1] then
    return redis.call('HGET', keys[1], 'secrets') == args[2] and 1 or 0
  end
  redis.call('HSET', keys[1], 'secrets', args[2])
  return 1
end

-- keys: webhook, deliveries, delivery times, due set
-- arguments: id, delivery, time of the event, body, how many deliveries are kept
-- reply: 1, or 0 if the webhook is deleted, disabled or younger than the event, or has this delivery already
local function notify(keys, args)
  if wrong(keys, args, 4, 5) or not whole(args[3]) or not whole(args[5]) then
    return bad_arguments()
  end
  local created, disabled = unpack(redis.call('HMGET', keys[1], 'created', 'disabled'))
  if not created or disabled or tonumber(created) > whole(args[3]) or redis.call('HEXISTS', keys[2], args[2]) == 1 then
    return 0
  end
  local now = plain(now_ms())
  redis.call('HSET', keys[2], args[2], args[4])
  redis.call('ZADD', keys[3], now, args[2])
  redis.call('ZADD', keys[4], now, args[1] .. '|' .. args[2])
  for _, old in ipairs(redis.call('ZRANGE', keys[3], 0, -1 - whole(args[5]))) do
    redis.call('ZREM', keys[3], old)
    redis.call('HDEL', keys[2], old)
    redis.call('ZREM', keys[4], args[1] .. '|' .. old)
  end
  return 1
end

-- keys: webhook, deliveries, due set; arguments: id, delivery, body, milliseconds until the next attempt or '' for
-- none, why the webhook is disabled from now on or '', 1 if it was delivered; reply: 0 if the delivery is deleted
local function settle(keys, args)
  if wrong(keys, args, 3, 6) or not (args[4] == '' or whole(args[4])) then
    return bad_arguments()
  end
  local member, now = args[1] .. '|' .. args[2], now_ms()
  if redis.call('HEXISTS', keys[2], args[2]) == 0 or redis.call('EXISTS', keys[1]) == 0 then
    redis.call('ZREM', keys[3], member)
    return 0
  end
  redis.call('HSET', keys[2], args[2], args[3])
  if args[4] == '' then
    redis.call('ZREM', keys[3], member)
  else
    redis.call('ZADD', keys[3], plain(now + whole(args[4])), member)
  end
  if args[5] ~= '' then
    redis.call('HSET', keys[1], 'disabled', args[5])
  end
  if args[6] == '1' then
    redis.call('HSET', keys[1], 'succeeded', plain(now))
  end
  return 1
end

redis.register_function('ludotheque_add_webhook', add)
redis.register_function('ludotheque_remove_webhook', remove)
redis.register_function('ludotheque_rotate_webhook', rotate)
redis.register_function('ludotheque_notify_webhook', notify)
redis.register_function('ludotheque_settle_webhook', settle)
