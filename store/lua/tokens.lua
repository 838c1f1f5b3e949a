#!lua name=ludotheque_tokens
-- The tokens of a player: they are counted where they are stored, and only valid ones count.

-- keys: player, token, tokens; arguments: player id, the most tokens, then of the token:
-- id, hash, name, scopes, expires
-- commands: 11 + 2 * 32
local function add_token(keys, args)
  local why = wrong(keys, args, 3, 7, { 'hash', 'hash', 'hash' })
  if why then
    return why
  end
  if redis.call('HGET', keys[2], 'id') == args[3] then
    return came_before(keys[2], args[3])
  end
  if erased(keys[1]) then
    return 'GONE'
  end
  if not has_room(keys[3], args[2]) then
    return 'FULL'
  end
  store_token(keys[2], keys[3], args[1], args[3], args[4], args[5], args[6], args[7])
  return 'OK'
end

-- keys: tokens, changes; arguments: id of the token to revoke, or '' for all; id of the one to keep or ''
-- reply: how many were revoked
-- commands: 3 + 5 * 32
local function revoke_tokens(keys, args)
  local why = wrong(keys, args, 2, 2, { 'hash', 'stream' })
  if why then
    return why
  end
  local revoked = 0
  for _, token in ipairs(valid_tokens(keys[1])) do
    if (args[1] == '' or token.id == args[1]) and token.id ~= args[2] then
      revoke(keys[1], keys[2], token)
      revoked = revoked + 1
    end
  end
  return revoked
end

-- keys: old token, new token, tokens, changes; arguments: hash of the old token, id, hash and expiry of the new one, when
-- the old one ends (ms since 1970; empty: now), the most tokens. A token that was rotated cannot be rotated again.
-- commands: 15 + 2 * 32
local function rotate_token(keys, args)
  local why = wrong(keys, args, 4, 6, { 'hash', 'hash', 'hash', 'stream' })
  if why then
    return why
  end
  if redis.call('HGET', keys[2], 'id') == args[2] then
    return came_before(keys[2], args[2])
  end
  local old = redis.call('HMGET', keys[1], 'id', 'player', 'name', 'scopes', 'rotated')
  if not old[1] then
    return 'GONE'
  end
  if old[5] then
    return 'ROTATED'
  end
  if args[5] == '' then
    revoke(keys[3], keys[4], { id = old[1], hash = args[1] })
  else
    if not has_room(keys[3], args[6]) then
      return 'FULL'
    end
    redis.call('HSET', keys[1], 'expires', args[5], 'rotated', args[2])
    redis.call('PEXPIREAT', keys[1], args[5])
    announce(keys[4], 'expiry', args[1])
  end
  store_token(keys[2], keys[3], old[2], args[2], args[3], old[3], old[4], args[4])
  return 'OK'
end

local function oldest(tokens)
  local first, since
  for _, token in ipairs(valid_tokens(tokens)) do
    local created = tonumber(redis.call('HGET', token_key(token.hash), 'created'))
    if not first or created < since then
      first, since = token, created
    end
  end
  return first
end

-- keys: code, codes, player, token, tokens, changes; arguments: hash of the code, player id, then of the token: id, hash,
-- name, expires, then the most tokens: the oldest makes room, because a code must always give one
-- commands: 23 + 3 * 32
local function use_code(keys, args)
  local why = wrong(keys, args, 6, 7, { 'string', 'set', 'hash', 'hash', 'hash', 'stream' })
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
  if not has_room(keys[5], args[7]) then
    revoke(keys[5], keys[6], oldest(keys[5]))
  end
  local scopes = string.gsub(redis.call('HGET', keys[3], 'scopes'), '^admin ?', '') -- they are sorted
  store_token(keys[4], keys[5], args[2], args[3], args[4], args[5], scopes, args[6])
  return 'OK'
end

redis.register_function('ludotheque_add_token', add_token)
redis.register_function('ludotheque_revoke_tokens', revoke_tokens)
redis.register_function('ludotheque_rotate_token', rotate_token)
redis.register_function('ludotheque_use_code', use_code)
