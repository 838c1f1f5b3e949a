#!lua name=ludotheque_rewards
-- The rewards that players won at a table are spent once: a hash beside that table names, for each player, the table
-- that has claimed them.

-- keys: claims; arguments: table that claims, then players; reply: for each player the table that has the claim now
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
local function release_reward(keys, args)
  if #keys ~= 1 or #args ~= 2 then
    return bad_arguments()
  end
  if redis.call('HGET', keys[1], args[2]) ~= args[1] then
    return 0
  end
  return redis.call('HDEL', keys[1], args[2])
end

redis.register_function('ludotheque_claim_rewards', claim_rewards)
redis.register_function('ludotheque_release_reward', release_reward)
