#!lua name=ludotheque_deliveries
-- Notices are queued, claimed by a courier, and settled after an attempt.

-- The newest turn at a table replaces the one that waits, unless that one is being sent.
local function supersede(keys, played_at, newer, now)
  local older = redis.call('HGET', keys[TURNS], played_at)
  if older and redis.call('ZSCORE', keys[WAITING], older) and under_way(keys, now) ~= older then
    finish(keys, older, read(keys, older), 'superseded', newer)
  end
end

-- Queues a delivery; `played_at` is what a newer one supersedes, or ''.
local function enqueue(keys, id, played_at, body, now)
  redis.call('ZADD', keys[PLACES], redis.call('HINCRBY', keys[WEBHOOK], 'places', 1), id)
  if played_at ~= '' then
    supersede(keys, played_at, id, now)
    redis.call('HSET', keys[TURNS], played_at, id)
  end
  queue(keys, id, { tries = 0, body = body }, now)
end

-- Queues the next notices for a webhook from the public feed, and moves its cursor on.
-- arguments: webhook, cursor as it was seen or '', next cursor, how many may wait, then delivery, what a newer one
-- supersedes or '' and body of each; reply: how many wait, and 1 if they were queued; nothing if the webhook is deleted,
-- disabled or was moved on by another process
-- commands: 16 + 21 * 10
local function pull(keys, args)
  if #keys ~= KEYS_OF_A_WEBHOOK or #args < 4 or #args % 3 ~= 1 or not whole(args[4]) then
    return bad_arguments()
  end
  local created, disabled, cursor = unpack(redis.call('HMGET', keys[WEBHOOK], 'created', 'disabled', 'cursor'))
  if not created or disabled or (cursor or '') ~= args[2] then
    return nil
  end
  local now, waiting = now_ms(), redis.call('ZCARD', keys[WAITING])
  if #args > 4 and waiting >= whole(args[4]) then
    return { waiting, 0 }
  end
  for i = 5, #args, 3 do
    if redis.call('HEXISTS', keys[DELIVERIES], args[i]) == 0 then
      enqueue(keys, args[i], args[i + 1], args[i + 2], now)
    end
  end
  redis.call('HSET', keys[WEBHOOK], 'cursor', args[3])
  if #args > 4 then
    schedule(keys, args[1], now)
  end
  return { redis.call('ZCARD', keys[WAITING]), 1 }
end

-- arguments: webhook, delivery, time of the event, table if a newer delivery about it supersedes this one or '',
-- how many may wait, body, body if it is too many, why the webhook is disabled then
-- reply: 1; 2 if it was too many; 0 if the webhook is deleted, disabled or younger than the event, or has it already
-- commands: 32
local function notify(keys, args)
  if wrong(keys, args, 8) or not whole(args[3]) or not whole(args[5]) then
    return bad_arguments()
  end
  local created, disabled = unpack(redis.call('HMGET', keys[WEBHOOK], 'created', 'disabled'))
  if not created or disabled or tonumber(created) > whole(args[3]) or redis.call('HEXISTS', keys[DELIVERIES], args[2]) == 1 then
    return 0
  end
  local now = now_ms()
  local older = args[4] ~= '' and redis.call('HGET', keys[TURNS], args[4]) -- it makes room
  local replaces = older and redis.call('ZSCORE', keys[WAITING], older) and under_way(keys, now) ~= older
  local fits = replaces or redis.call('ZCARD', keys[WAITING]) < whole(args[5])
  if fits then
    enqueue(keys, args[2], args[4], args[6], now)
  else
    redis.call('ZADD', keys[PLACES], redis.call('HINCRBY', keys[WEBHOOK], 'places', 1), args[2])
    finish(keys, args[2], { tries = 0, body = args[7] }, 'failed')
    redis.call('HSET', keys[WEBHOOK], 'disabled', args[8])
  end
  schedule(keys, args[1], now)
  return fits and 1 or 2
end

-- arguments: webhook, its due time as it was seen, length of the lease, token of the lease, fields of the webhook …
-- reply: delivery, its text, fields; nothing if another courier was faster or nothing is due
-- commands: 14
local function claim(keys, args)
  if #keys ~= KEYS_OF_A_WEBHOOK or #args < 5 or not whole(args[3]) then
    return bad_arguments()
  end
  local now = now_ms()
  local id, holder = under_way(keys, now)
  if holder ~= args[4] then -- otherwise the same call came before
    if id or redis.call('ZSCORE', keys[DUE], args[1]) ~= args[2] then
      return nil
    end
    redis.call('HDEL', keys[WEBHOOK], 'sending')
    schedule(keys, args[1], now)
    local due = redis.call('ZSCORE', keys[DUE], args[1])
    if not due or tonumber(due) > now then
      return nil
    end
    id = redis.call('ZRANGE', keys[WAITING], 0, 0)[1]
    local ends = plain(now + whole(args[3]))
    redis.call('HSET', keys[WEBHOOK], 'sending', args[4] .. ' ' .. id .. ' ' .. ends)
    redis.call('ZADD', keys[DUE], ends, args[1])
  end
  return { id, redis.call('HGET', keys[DELIVERIES], id), redis.call('HMGET', keys[WEBHOOK], unpack(args, 5)) }
end

-- The result of an attempt at a delivery that a newer one may have superseded meanwhile.
local function settle_delivery(keys, id, status, attempted, again_at, played_at)
  local newer = played_at ~= '' and redis.call('HGET', keys[TURNS], played_at)
  if status == 'waiting' and newer and newer ~= id then
    finish(keys, id, attempted, 'superseded', newer)
  elseif status == 'waiting' then
    queue(keys, id, attempted, again_at)
  else
    finish(keys, id, attempted, status)
    if newer == id then
      redis.call('HDEL', keys[TURNS], played_at)
    end
  end
end

local function set_or_delete(keys, field, value)
  if value == '' then
    redis.call('HDEL', keys[WEBHOOK], field)
  else
    redis.call('HSET', keys[WEBHOOK], field, value)
  end
end

-- arguments: webhook, delivery, token of the lease, status, tries, body, milliseconds until the next attempt, table or
-- '' as in notify, failed attempts of the webhook in a row, since when or '', milliseconds of its pause, why it is
-- disabled from now on or ''; reply: 0 if the webhook or the delivery is deleted
-- commands: 26
local function settle(keys, args)
  if wrong(keys, args, 12) or not (whole(args[7]) and whole(args[9]) and whole(args[11])) then
    return bad_arguments()
  end
  local now, before = now_ms(), read(keys, args[2])
  if not before or redis.call('EXISTS', keys[WEBHOOK]) == 0 then
    return 0
  end
  if before.status == 'waiting' or args[4] == 'delivered' then
    settle_delivery(keys, args[2], args[4], { tries = args[5], body = args[6] }, now + whole(args[7]), args[8])
  end
  local _, holder = under_way(keys, now)
  if not holder or holder == args[3] then
    set_or_delete(keys, 'failures', args[9] == '0' and '' or args[9])
    set_or_delete(keys, 'since', args[10])
    set_or_delete(keys, 'resumes', args[11] == '0' and '' or plain(now + whole(args[11])))
    redis.call('HDEL', keys[WEBHOOK], 'sending')
    if args[4] == 'delivered' then
      redis.call('HSET', keys[WEBHOOK], 'succeeded', plain(now))
    end
    if args[12] ~= '' then
      redis.call('HSET', keys[WEBHOOK], 'disabled', args[12])
    end
    schedule(keys, args[1], now)
  end
  return 1
end

redis.register_function('ludotheque_notify_webhook', notify)
redis.register_function('ludotheque_pull_notices', pull)
redis.register_function('ludotheque_claim_delivery', claim)
redis.register_function('ludotheque_settle_delivery', settle)
