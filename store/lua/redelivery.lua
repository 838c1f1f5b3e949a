#!lua name=ludotheque_redelivery
-- The owner of a webhook enables it again, or lets deliveries be sent again.

-- All that waits becomes due at once. arguments: webhook; reply: 0 if it is deleted
-- commands: 8 + 6 * 500
local function enable(keys, args)
  if wrong(keys, args, 1) then
    return bad_arguments()
  end
  if redis.call('EXISTS', keys[WEBHOOK]) == 0 then
    return 0
  end
  local now = now_ms()
  redis.call('HDEL', keys[WEBHOOK], 'disabled', 'failures', 'since', 'resumes')
  for _, id in ipairs(redis.call('ZRANGE', keys[WAITING], 0, -1)) do
    local delivery = read(keys, id)
    delivery.tries = 0
    queue(keys, id, delivery, now)
  end
  schedule(keys, args[1], now)
  return 1
end

-- Queues a delivery again; a turn at a table that a newer one supersedes is marked so instead.
local function queue_again(keys, id, delivery, now)
  local about = cjson.decode(delivery.body)
  if about.event == 'your_turn' then
    local newer = redis.call('HGET', keys[TURNS], about.table)
    if newer and place(keys, newer) and place(keys, newer) > place(keys, id) then
      finish(keys, id, delivery, 'superseded', newer)
      return
    end
    redis.call('HSET', keys[TURNS], about.table, id)
  end
  delivery.tries = 0
  queue(keys, id, delivery, now)
end

-- arguments: webhook, how many may wait; reply: how many were queued, how many still failed because the queue is full;
-- nothing if the webhook is disabled
-- commands: 3 + 16 * 250
local function redeliver_failed(keys, args)
  if wrong(keys, args, 2) or not whole(args[2]) then
    return bad_arguments()
  end
  if redis.call('HEXISTS', keys[WEBHOOK], 'disabled') == 1 then
    return nil
  end
  local now, waited = now_ms(), redis.call('ZCARD', keys[WAITING])
  for _, id in ipairs(redis.call('ZREVRANGE', keys[FAILED], 0, -1)) do -- the newest turn of a table first
    if redis.call('ZCARD', keys[WAITING]) < whole(args[2]) then
      queue_again(keys, id, read(keys, id), now)
    end
  end
  schedule(keys, args[1], now)
  return { redis.call('ZCARD', keys[WAITING]) - waited, redis.call('ZCARD', keys[FAILED]) }
end

-- arguments: webhook, how many may wait, delivery; reply: `queued`, or why not: `unknown`, `disabled`, `full`
-- commands: 14
local function redeliver(keys, args)
  if wrong(keys, args, 3) or not whole(args[2]) then
    return bad_arguments()
  end
  local now, delivery = now_ms(), read(keys, args[3])
  if not delivery then
    return 'unknown'
  end
  if redis.call('HEXISTS', keys[WEBHOOK], 'disabled') == 1 then
    return 'disabled'
  end
  if delivery.status ~= 'waiting' and redis.call('ZCARD', keys[WAITING]) >= whole(args[2]) then
    return 'full'
  end
  if under_way(keys, now) ~= args[3] then
    delivery.tries = 0
    queue(keys, args[3], delivery, now)
    schedule(keys, args[1], now)
  end
  return 'queued'
end

redis.register_function('ludotheque_enable_webhook', enable)
redis.register_function('ludotheque_redeliver_failed', redeliver_failed)
redis.register_function('ludotheque_redeliver', redeliver)
