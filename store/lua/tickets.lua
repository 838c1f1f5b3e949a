#!lua name=ludotheque_tickets
-- A ticket is used once; the client that used it may use it again to resume, for a bounded time.

-- keys: ticket; arguments: player, table, seconds until the first use, hash of the token
local function issue(keys, args)
  if #keys ~= 1 or #args ~= 4 then
    return redis.error_reply('ERR ludotheque: arguments')
  end
  redis.call('HSET', keys[1], 'player', args[1], 'table', args[2], 'token', args[4])
  redis.call('EXPIRE', keys[1], args[3])
  return 'OK'
end

-- keys: ticket; arguments: table, client, '1' to resume, seconds in which it can be resumed
local function redeem(keys, args)
  if #keys ~= 1 or #args ~= 4 then
    return redis.error_reply('ERR ludotheque: arguments')
  end
  local found = redis.call('HMGET', keys[1], 'player', 'table', 'client', 'token')
  local player, client = found[1], found[3]
  if not player or found[2] ~= args[1] then
    return false
  end
  if client then
    return args[3] == '1' and client == args[2] and { player, found[4] }
  end
  redis.call('HSET', keys[1], 'client', args[2])
  redis.call('EXPIRE', keys[1], args[4])
  return { player, found[4] }
end

redis.register_function('ludotheque_issue_ticket', issue)
redis.register_function('ludotheque_redeem_ticket', redeem)
