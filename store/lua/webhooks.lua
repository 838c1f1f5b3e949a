#!lua name=ludotheque_webhooks
-- A webhook, the sets that list it and their revision change together.

local function wrong(keys, args, key_count, argument_count)
  return #keys ~= key_count or #args ~= argument_count
end

-- keys: webhook, those of its owner, all, revision; those of public notices, and of its address, if it is for public notices
-- arguments: id, most of the owner, body, secrets, most for public notices, most of them at an address
-- reply: when it was created; 0, -1 or -2 if the owner, the server or the address has too many
-- commands: 11
local function add(keys, args)
  if (#keys ~= 4 and #keys ~= 6) or #args ~= 6 or not (whole(args[2]) and whole(args[5]) and whole(args[6])) then
    return bad_arguments()
  end
  local created = redis.call('HGET', keys[1], 'created')
  if created then
    return tonumber(created) -- the same call came before
  end
  if redis.call('SCARD', keys[2]) >= whole(args[2]) then
    return 0
  end
  for i = 5, #keys do
    if redis.call('SCARD', keys[i]) >= whole(args[i]) then
      return 4 - i
    end
  end
  created = plain(now_ms())
  redis.call('HSET', keys[1], 'body', args[3], 'secrets', args[4], 'created', created)
  redis.call('INCR', keys[4])
  for _, i in ipairs({ 2, 3, 5, 6 }) do
    if keys[i] then
      redis.call('SADD', keys[i], args[1])
    end
  end
  return tonumber(created)
end

-- keys: those of its owner, all, those of public notices, of its address, revision, due set, then the keys of its own …
-- arguments: id
-- commands: 7
local function remove(keys, args)
  if #keys < 7 or #args ~= 1 then
    return bad_arguments()
  end
  for i = 1, 4 do
    redis.call('SREM', keys[i], args[1])
  end
  redis.call('INCR', keys[5])
  redis.call('ZREM', keys[6], args[1])
  return redis.call('DEL', unpack(keys, 7))
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
