#!lua name=ludotheque_heartbeat
-- The first beat of an API after a pause claims an outage; processes judge it by clocks that never jump.

local SHORTEST_BEAT = 250 -- ms between two writes
local MOST_MACHINES = 32
local HEART, OUTAGES, CLAIMS, EVIDENCE = 1, 2, 3, 4

local function is_name(text)
  return string.find(text, '^[%w-]*$') ~= nil
end

-- Every `seen:<machine>` of a heart, as ` machine:beat:steady` after each other; deletes the oldest of too many.
local function stamps(heart)
  local flat, found, oldest, count = redis.call('HGETALL', heart), '', nil, 0
  for i = 1, #flat, 2 do
    local machine = string.match(flat[i], '^seen:(.*)$')
    if machine then
      count, found = count + 1, found .. ' ' .. machine .. ':' .. flat[i + 1]
      local beat = tonumber(string.match(flat[i + 1], '^%d+'))
      if not oldest or beat < oldest.beat then
        oldest = { field = flat[i], beat = beat }
      end
    end
  end
  if count > MOST_MACHINES then
    redis.call('HDEL', heart, oldest.field)
  end
  return found
end

-- The clock was set back, so the last beat lies in the future. Stores it where it lies by the clock as it is now: as far
-- back as the steady clock of this machine shows, for every machine that has seen it. Returns that time.
local function move_back(heart, last, now, machine, steady)
  local beat, at = string.match(redis.call('HGET', heart, 'seen:' .. machine) or '', '^(%d+):(%d+)$')
  local moved = now
  if machine ~= '' and beat == plain(last) then
    moved = now - math.max(0, steady - tonumber(at))
  end
  local flat = redis.call('HGETALL', heart)
  for i = 1, #flat, 2 do
    local seen_beat, seen_at = string.match(flat[i + 1], '^(%d+):(%d+)$')
    if seen_beat == plain(last) then
      redis.call('HSET', heart, flat[i], plain(moved) .. ':' .. seen_at)
    end
  end
  redis.call('HSET', heart, 'last', plain(moved))
  return moved
end

local function claim(keys, last, now, machine, steady)
  local number = plain(redis.call('HINCRBY', keys[HEART], 'claims', '1'))
  local text = plain(last) .. ':' .. plain(now) .. ':' .. machine .. ':' .. steady .. stamps(keys[HEART])
  redis.call('HSET', keys[CLAIMS], number, text)
end

-- keys: heart, outages, claims, evidence; arguments: 1 if an API beats, its machine, its steady clock in ms,
-- shortest outage in ms; reply: now, the last beat or -1, outages `began:ended`, claims and evidence as flat lists
-- commands: 15 + 33
local function beat(keys, args)
  if #keys ~= 4 or #args ~= 4 or not is_name(args[2]) or not whole(args[3]) or not whole(args[4]) then
    return bad_arguments()
  end
  local now, last = now_ms(), whole(redis.call('HGET', keys[HEART], 'last') or '')
  if last and last > now then
    last = move_back(keys[HEART], last, now, args[2], whole(args[3]))
  end
  if args[1] == '1' then
    if last and now - last >= whole(args[4]) then
      claim(keys, last, now, args[2], args[3])
    end
    if not last or now - last >= SHORTEST_BEAT then
      redis.call('HSET', keys[HEART], 'last', plain(now))
      last = now
    end
  end
  if last and args[2] ~= '' then
    local field = 'seen:' .. args[2]
    local seen = redis.call('HGET', keys[HEART], field)
    if not seen or string.match(seen, '^%d+') ~= plain(last) then
      redis.call('HSET', keys[HEART], field, plain(last) .. ':' .. args[3])
    end
  end
  return {
    now, last or -1, redis.call('LRANGE', keys[OUTAGES], '0', '-1'), redis.call('HGETALL', keys[CLAIMS]),
    redis.call('HGETALL', keys[EVIDENCE]),
  }
end

-- keys: as above; arguments: claim, process, ms; reply: 1, or 0 if the claim is settled
-- commands: 2
local function add_evidence(keys, args)
  if #keys ~= 4 or #args ~= 3 or not whole(args[1]) or not is_name(args[2]) or not whole(args[3]) then
    return bad_arguments()
  end
  if redis.call('HEXISTS', keys[CLAIMS], args[1]) == 0 then
    return 0
  end
  redis.call('HSETNX', keys[EVIDENCE], args[1] .. '|' .. args[2], args[3])
  return 1
end

-- keys: as above; arguments: claim, how many outages are kept, then the outage as `began:ended` or '' if it was none
-- reply: 1, or 0 if another process has settled the claim
-- commands: 4 + 64
local function settle(keys, args)
  if #keys ~= 4 or #args ~= 3 or not whole(args[1]) or not whole(args[2]) then
    return bad_arguments()
  end
  if redis.call('HDEL', keys[CLAIMS], args[1]) == 0 then
    return 0
  end
  for _, field in ipairs(redis.call('HKEYS', keys[EVIDENCE])) do
    if string.match(field, '^%d+') == args[1] then
      redis.call('HDEL', keys[EVIDENCE], field)
    end
  end
  if args[3] ~= '' then
    redis.call('RPUSH', keys[OUTAGES], args[3])
    redis.call('LTRIM', keys[OUTAGES], '-' .. args[2], '-1')
  end
  return 1
end

-- keys: as above; arguments: how many outages are kept, the outage as `began:ended`; reply: 1, or 0 if it is there
-- commands: 3
local function grant(keys, args)
  if #keys ~= 4 or #args ~= 2 or not whole(args[1]) or not string.find(args[2], '^%d+:%d+$') then
    return bad_arguments()
  end
  for _, known in ipairs(redis.call('LRANGE', keys[OUTAGES], '0', '-1')) do
    if known == args[2] then
      return 0
    end
  end
  redis.call('RPUSH', keys[OUTAGES], args[2])
  redis.call('LTRIM', keys[OUTAGES], '-' .. args[1], '-1')
  return 1
end

redis.register_function('ludotheque_beat', beat)
redis.register_function('ludotheque_add_evidence', add_evidence)
redis.register_function('ludotheque_settle_outage', settle)
redis.register_function('ludotheque_grant_outage', grant)
