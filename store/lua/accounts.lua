#!lua name=ludotheque_accounts
-- The record of a player, the tokens and the recovery codes change together. Only hashes of secrets
-- are stored. What other processes must forget is added to the changes.

-- keys: player, token, tokens, uses of invitations; arguments: player id, name, scopes of the account,
-- then of the token: id, hash, name, expires (ms since 1970 or empty), then the invitation that is used
-- (or empty) and how often it may be used
-- commands: 14
local function create(keys, args)
  local why = wrong(keys, args, 4, 9, { 'hash', 'hash', 'hash', 'hash' })
  if why then
    return why
  end
  if redis.call('HGET', keys[2], 'id') == args[4] then
    return came_before(keys[2], args[4])
  end
  if redis.call('EXISTS', keys[1], keys[2]) > 0 then
    return 'TAKEN'
  end
  if args[8] ~= '' then
    local used = tonumber(redis.call('HGET', keys[4], args[8]) or '0')
    if used >= tonumber(args[9]) then
      return 'USED_UP'
    end
    redis.call('HINCRBY', keys[4], args[8], '1')
  end
  local created = redis.call('TIME')[1]
  redis.call('HSET', keys[1], 'name', args[2], 'scopes', args[3], 'created', created)
  store_token(keys[2], keys[3], args[1], args[4], args[5], args[6], args[3], args[7])
  return 'OK'
end

-- keys: player, changes; arguments: player id, name
-- commands: 6
local function rename(keys, args)
  local why = wrong(keys, args, 2, 2, { 'hash', 'stream' })
  if why then
    return why
  end
  if erased(keys[1]) then
    return 'GONE'
  end
  redis.call('HSET', keys[1], 'name', args[2])
  announce(keys[2], 'player', args[1])
  return 'OK'
end

-- keys: player, codes, then each old and each new code; arguments: player id, how many are old, then
-- the hashes of the new codes
-- commands: 6 + 3 * 10
local function replace_codes(keys, args)
  local why = wrong(keys, args, 3, 3, { 'hash', 'set' })
  if why then
    return why
  end
  if redis.call('SISMEMBER', keys[2], args[3]) == 1 then
    redis.call('SET', keys[2 + tonumber(args[2]) + 1], args[1]) -- as in came_before
    return 'OK'
  end
  if erased(keys[1]) then
    return 'GONE'
  end
  local old = tonumber(args[2])
  if redis.call('SCARD', keys[2]) ~= old then
    return 'AGAIN' -- a code was used or replaced since they were read
  end
  for place = 3, 2 + old do
    redis.call('DEL', keys[place])
  end
  redis.call('DEL', keys[2])
  for place = 3, #args do
    redis.call('SADD', keys[2], args[place])
    redis.call('SET', keys[old + place], args[1])
  end
  return 'OK'
end

-- keys: player, tokens, codes, changes, then each token and each code; arguments: player id, how many
-- tokens, how many codes, then the hashes of the tokens
-- commands: 10 + 3 * 32 + 10
local function erase(keys, args)
  local why = wrong(keys, args, 4, 3, { 'hash', 'hash', 'set', 'stream' })
  if why then
    return why
  end
  if redis.call('HLEN', keys[2]) ~= tonumber(args[2])
    or redis.call('SCARD', keys[3]) ~= tonumber(args[3]) then
    return 'AGAIN'
  end
  redis.call('HDEL', keys[1], 'name', 'scopes')
  redis.call('DEL', keys[2], keys[3])
  for place = 5, #keys do
    redis.call('DEL', keys[place])
  end
  for place = 4, #args do
    announce(keys[4], 'token', args[place])
  end
  announce(keys[4], 'player', args[1])
  return 'OK'
end

-- The acts of administrators: each is stored once, after exactly the act that it was made after.

-- keys: acts; arguments: number, head before it (32 bytes), record, head after it
-- reply: 1, or 0 if the stream does not end where the act was made
-- commands: 2
local function append_act(keys, args)
  local number = #args == 4 and whole(args[1])
  if #keys ~= 1 or not number or number < 1 or #args[2] ~= 32 or #args[4] ~= 32 then
    return bad_arguments()
  end
  local last = redis.call('XREVRANGE', keys[1], '+', '-', 'COUNT', '1')[1]
  if last and last[1] == plain(number) .. '-0' and last[2][2] == args[3] then
    return 1 -- the same call came before
  end
  if last and (last[1] ~= plain(number - 1) .. '-0' or last[2][4] ~= args[2]) then
    return 0
  end
  if not last and number > 1 then
    return 0
  end
  redis.call('XADD', keys[1], plain(number) .. '-0', 'a', args[3], 'h', args[4])
  return 1
end

redis.register_function('ludotheque_create_account', create)
redis.register_function('ludotheque_rename_player', rename)
redis.register_function('ludotheque_replace_codes', replace_codes)
redis.register_function('ludotheque_erase_account', erase)
redis.register_function('ludotheque_append_act', append_act)
