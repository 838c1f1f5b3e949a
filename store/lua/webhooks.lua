#!lua name=ludotheque_webhooks
-- A webhook and the sets that list it change together.

local function wrong(keys, args, key_count, argument_count)
  return #keys ~= key_count or #args ~= argument_count
end

-- keys: webhook, those of its owner, those of its subject, all, those of the lobby if it is one of them
-- arguments: id, most, body, secrets
-- reply: when it was created, or 0 if the owner has too many
local function add(keys, args)
  if #keys < 4 or #args ~= 4 or not whole(args[2]) then
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
  for i = 2, #keys do
    redis.call('SADD', keys[i], args[1])
  end
  return tonumber(created)
end

-- keys: those of its owner, those of its subject, all, those of the lobby, due set, then the keys of its own …
-- arguments: id
local function remove(keys, args)
  if #keys < 6 or #args ~= 1 then
    return bad_arguments()
  end
  for i = 1, 4 do
    redis.call('SREM', keys[i], args[1])
  end
  redis.call('ZREM', keys[5], args[1])
  return redis.call('DEL', unpack(keys, 6))
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

redis.register_function('ludotheque_add_webhook', add)
redis.register_function('ludotheque_remove_webhook', remove)
redis.register_function('ludotheque_rotate_webhook', rotate)
