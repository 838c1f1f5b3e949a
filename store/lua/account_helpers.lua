-- Helpers for accounts.lua and tokens.lua: functions.py puts this file before each of them.

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
  redis.call('XADD', changes, 'MINID', '~', plain(now_ms() - KEPT_MS), '*', field, value)
end

local function token_key(hash)
  return '{accounts}:token:' .. string.gsub(hash, '.', function(byte) return string.format('%02x', string.byte(byte)) end)
end

-- The id and hash of each valid token of a player; those that have expired leave the list.
local function valid_tokens(tokens)
  local flat, valid = redis.call('HGETALL', tokens), {}
  for i = 1, #flat, 2 do
    if redis.call('EXISTS', token_key(flat[i + 1])) == 1 then
      valid[#valid + 1] = { id = flat[i], hash = flat[i + 1] }
    else
      redis.call('HDEL', tokens, flat[i])
    end
  end
  return valid
end

local function has_room(tokens, most)
  return redis.call('HLEN', tokens) < tonumber(most) or #valid_tokens(tokens) < tonumber(most)
end

local function revoke(tokens, changes, token)
  redis.call('DEL', token_key(token.hash))
  redis.call('HDEL', tokens, token.id)
  announce(changes, 'token', token.hash)
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
