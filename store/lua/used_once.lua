#!lua name=ludotheque_used_once
-- Stream tickets and rewards are used once.
--
-- A ticket is used once; the client that used it may use it again to resume, for a bounded time.

-- keys: ticket; arguments: player, table, seconds until the first use, hash of the token,
-- '1' with an invitation
-- commands: 2
local function issue(keys, args)
  if #keys ~= 1 or #args ~= 5 then
    return bad_arguments()
  end
  redis.call('HSET', keys[1], 'player', args[1], 'table', args[2], 'token', args[4], 'invited', args[5])
  redis.call('EXPIRE', keys[1], args[3])
  return 'OK'
end

-- keys: ticket; arguments: table, client, '1' to resume, seconds in which it can be resumed
-- commands: 3
local function redeem(keys, args)
  if #keys ~= 1 or #args ~= 4 then
    return bad_arguments()
  end
  local found = redis.call('HMGET', keys[1], 'player', 'table', 'client', 'token', 'invited')
  local player, client = found[1], found[3]
  if not player or found[2] ~= args[1] then
    return false
  end
  if client then
    return args[3] == '1' and client == args[2] and { player, found[4], found[5] }
  end
  redis.call('HSET', keys[1], 'client', args[2])
  redis.call('EXPIRE', keys[1], args[4])
  return { player, found[4], found[5] }
end

-- The rewards that players won at a table are spent once: a hash beside that table names, for each player, the table
-- that has claimed them.

-- keys: claims; arguments: table that claims, then players; reply: for each player the table that has the claim now
-- commands: 2 * 8
local function claim_rewards(keys, args)
  if #keys ~= 1 or #args < 2 then
    return bad_arguments()
  end
  local owners = {}
  for i = 2, #args do
    redis.call('HSETNX', keys[1], args[i], args[1])
    owners[#owners + 1] = redis.call('HGET', keys[1], args[i])
  end
  return owners
end

-- keys: claims; arguments: table whose claim ends, player; reply: 1 if it had the claim
-- commands: 2
local function release_reward(keys, args)
  if #keys ~= 1 or #args ~= 2 then
    return bad_arguments()
  end
  if redis.call('HGET', keys[1], args[2]) ~= args[1] then
    return 0
  end
  return redis.call('HDEL', keys[1], args[2])
end

redis.register_function('ludotheque_issue_ticket', issue)
redis.register_function('ludotheque_redeem_ticket', redeem)
redis.register_function('ludotheque_claim_rewards', claim_rewards)
redis.register_function('ludotheque_release_reward', release_reward)
