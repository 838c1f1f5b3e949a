#!lua name=ludotheque_webhooks
-- A webhook, the sets that list it and their revision change together.

local function wrong(keys, args, key_count, argument_count)
  return #keys ~= key_count or #args ~= argument_count
end

-- keys: webhook, those of its owner, all, revision; arguments: id, most, body, secrets
-- reply: when it was created, or 0 if the owner has too many
-- commands: 7
local function add(keys, args)
  if wrong(keys, args, 4, 4) or not whole(args[2]) then
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
  redis.call('INCR', keys[4])
  return tonumber(created)
end

-- keys: those of its owner, all, revision, due set, then the keys of its own …; arguments: id
-- commands: 5
local function remove(keys, args)
  if #keys < 5 or #args ~= 1 then
    return bad_arguments()
  end
  redis.call('SREM', keys[1], args[1])
  redis.call('SREM', keys[2], args[1])
  redis.call('INCR', keys[3])
  redis.call('ZREM', keys[4], args[1])
  return redis.call('DEL', unpack(keys, 5))
end

-- keys: webhook; arguments: secrets as they were seen, new secrets; reply: 0 if another caller was faster
-- commands: 2
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
