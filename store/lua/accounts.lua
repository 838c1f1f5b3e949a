#!lua name=ludotheque_accounts
-- The record of a player and the token change together; the record stays when the name is erased.

local function missing_or(key, expected)
  local kind = redis.call('TYPE', key).ok
  return kind == 'none' or kind == expected
end

local function invalid(keys, args, count)
  if #keys ~= 2 or #args ~= count or keys[1] == keys[2] then
    return 'ERR ludotheque: arguments'
  end
  if not missing_or(keys[1], 'hash') or not missing_or(keys[2], 'string') then
    return 'ERR ludotheque: keys of another kind'
  end
end

-- keys: player, token; arguments: player id, name, token hash
local function create(keys, args)
  local why = invalid(keys, args, 3)
  if why then
    return redis.error_reply(why)
  end
  if redis.call('HGET', keys[1], 'token') == args[3] then
    return 'OK' -- the same call came before
  end
  if redis.call('EXISTS', keys[1], keys[2]) > 0 then
    return 'TAKEN'
  end
  local time = redis.call('TIME')
  redis.call('HSET', keys[1], 'name', args[2], 'token', args[3], 'created', time[1])
  redis.call('SET', keys[2], args[1])
  return 'OK'
end

-- keys: player, token; arguments: player id
local function erase(keys, args)
  local why = invalid(keys, args, 1)
  if why then
    return redis.error_reply(why)
  end
  redis.call('HDEL', keys[1], 'name', 'token')
  delete_if(keys[2], args[1])
  return 'OK'
end

redis.register_function('ludotheque_create_account', create)
redis.register_function('ludotheque_erase_account', erase)
