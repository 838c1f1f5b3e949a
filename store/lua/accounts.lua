#!lua name=ludotheque_accounts
-- The record of a player, the tokens and the recovery codes change together. Only hashes of secrets
-- are stored. What other processes must forget is added to the changes.

local KEPT_MS = 60000 -- changes are kept so long; a process that read none in that time starts over

local function missing_or(key, expected)
  local kind = redis.call('TYPE', key).ok
  return kind == 'none' or kind == expected
end

local function wrong(keys, args, fewest_keys, fewest_args, kinds)
  if #keys < fewest_keys or #args < fewest_args then
    return bad_arguments()
  end
  for place, kind in ipairs(kinds) do
    if not missing_or(keys[place], kind) then
      return redis.error_reply('ERR ludotheque: keys of another kind')
    end
  end
end

local function announce(changes, field, value)
  local old = redis.call('XRANGE', changes, '-', plain(now_ms() - KEPT_MS), 'COUNT', 100)
  for _, entry in ipairs(old) do
    redis.call('XDEL', changes, entry[1])
  end
  redis.call('XADD', changes, '*', field, value)
end

local function store_token(token, tokens, player, id, hash, name, scopes, expires)
  local created = redis.call('TIME')[1]
  redis.call('HSET', token, 'id', id, 'player', player, 'name', name, 'scopes', scopes,
    'created', created, 'expires', expires)
  if expires ~= '' then
    redis.call('PEXPIREAT', token, expires)
  end
  redis.call('HSET', tokens, id, hash)
end

local function erased(player)
  return not redis.call('HGET', player, 'name')
end

-- The reply if the same call came before. The id is written once more: a replica that confirms this
-- call then has the first one, too, which may have come over another connection.
local function came_before(token, id)
  redis.call('HSET', token, 'id', id)
  return 'OK'
end

local OF_TOKEN = { 'hash', 'hash', 'hash' }

-- keys: player, token, tokens, uses of invitations; arguments: player id, name, scopes of the account,
-- then of the token: id, hash, name, expires (ms since 1970 or empty), then the invitation that is used
-- (or empty) and how often it may be used
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

-- keys: player, token, tokens; arguments: player id, the most tokens, then of the token:
-- id, hash, name, scopes, expires
local function add_token(keys, args)
  local why = wrong(keys, args, 3, 7, OF_TOKEN)
  if why then
    return why
  end
  if redis.call('HGET', keys[2], 'id') == args[3] then
    return came_before(keys[2], args[3])
  end
  if erased(keys[1]) then
    return 'GONE'
  end
  if redis.call('HLEN', keys[3]) >= tonumber(args[2]) then
    return 'FULL'
  end
  store_token(keys[2], keys[3], args[1], args[3], args[4], args[5], args[6], args[7])
  return 'OK'
end

-- keys: token, tokens, changes; arguments: token id, hash
local function revoke_token(keys, args)
  local why = wrong(keys, args, 3, 2, { 'hash', 'hash', 'stream' })
  if why then
    return why
  end
  redis.call('DEL', keys[1])
  redis.call('HDEL', keys[2], args[1])
  announce(keys[3], 'token', args[2])
  return 'OK'
end

-- keys: old token, new token, tokens, changes; arguments: hash of the old token, id, hash and expiry
-- of the new one, when the old one ends (ms since 1970; empty: now)
local function rotate_token(keys, args)
  local why = wrong(keys, args, 4, 5, { 'hash', 'hash', 'hash', 'stream' })
  if why then
    return why
  end
  if redis.call('HGET', keys[2], 'id') == args[2] then
    return came_before(keys[2], args[2])
  end
  local old = redis.call('HMGET', keys[1], 'id', 'player', 'name', 'scopes')
  if not old[1] then
    return 'GONE'
  end
  if args[5] == '' then
    redis.call('DEL', keys[1])
    redis.call('HDEL', keys[3], old[1])
    announce(keys[4], 'token', args[1])
  else
    redis.call('HSET', keys[1], 'expires', args[5])
    redis.call('PEXPIREAT', keys[1], args[5])
    announce(keys[4], 'expiry', args[1])
  end
  store_token(keys[2], keys[3], old[2], args[2], args[3], old[3], old[4], args[4])
  return 'OK'
end

-- keys: player, changes; arguments: player id, name
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

-- keys: code, codes, player, token, tokens; arguments: hash of the code, player id, then of the
-- token: id, hash, name, expires
local function use_code(keys, args)
  local why = wrong(keys, args, 5, 6, { 'string', 'set', 'hash', 'hash', 'hash' })
  if why then
    return why
  end
  if redis.call('HGET', keys[4], 'id') == args[3] then
    return came_before(keys[4], args[3])
  end
  if redis.call('GET', keys[1]) ~= args[2] or erased(keys[3]) then
    return 'USED'
  end
  redis.call('DEL', keys[1])
  redis.call('SREM', keys[2], args[1])
  local scopes = string.gsub(redis.call('HGET', keys[3], 'scopes'), '^admin ?', '') -- they are sorted
  store_token(keys[4], keys[5], args[2], args[3], args[4], args[5], scopes, args[6])
  return 'OK'
end

-- keys: player, tokens, codes, changes, then each token and each code; arguments: player id, how many
-- tokens, how many codes, then the hashes of the tokens
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

redis.register_function('ludotheque_create_account', create)
redis.register_function('ludotheque_add_token', add_token)
redis.register_function('ludotheque_revoke_token', revoke_token)
redis.register_function('ludotheque_rotate_token', rotate_token)
redis.register_function('ludotheque_rename_player', rename)
redis.register_function('ludotheque_replace_codes', replace_codes)
redis.register_function('ludotheque_use_code', use_code)
redis.register_function('ludotheque_erase_account', erase)
