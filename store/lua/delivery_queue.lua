-- Helpers for deliveries.lua and redelivery.lua: functions.py puts this file before each of them.
--
-- The deliveries of a webhook, its queue and its log change together. A webhook has one attempt under way at a time.
--
-- A delivery is stored as `<status> <tries> <the delivery that superseded it, or -> <body>`. It is in one of three
-- sets: it waits, it failed, or it is done (delivered or superseded).

local WEBHOOK, DELIVERIES, PLACES, WAITING, TURNS, FAILED, DONE, DUE = 1, 2, 3, 4, 5, 6, 7, 8
local KEYS_OF_A_WEBHOOK = 8
local MOST_FAILED, MOST_DONE = 250, 100 -- kept in the log

local function wrong(keys, args, argument_count)
  return #keys ~= KEYS_OF_A_WEBHOOK or #args ~= argument_count
end

local function read(keys, id)
  local text = redis.call('HGET', keys[DELIVERIES], id)
  if not text then
    return nil
  end
  local status, tries, newer, body = string.match(text, '^(%l+) (%d+) (%S+) (.*)$')
  return { status = status, tries = tries, newer = newer, body = body }
end

local function write(keys, id, delivery)
  local text = table.concat({ delivery.status, delivery.tries, delivery.newer, delivery.body }, ' ')
  redis.call('HSET', keys[DELIVERIES], id, text)
end

local function place(keys, id)
  return tonumber(redis.call('ZSCORE', keys[PLACES], id))
end

local function trim(keys, set, most)
  for _, id in ipairs(redis.call('ZRANGE', keys[set], 0, -1 - most)) do
    redis.call('ZREM', keys[set], id)
    redis.call('ZREM', keys[PLACES], id)
    redis.call('HDEL', keys[DELIVERIES], id)
  end
end

-- Deliveries of one millisecond are tried in the order of their places.
local function queue(keys, id, delivery, at)
  delivery.status, delivery.newer = 'waiting', '-'
  write(keys, id, delivery)
  redis.call('ZADD', keys[WAITING], string.format('%.3f', at + place(keys, id) % 1000 / 1000), id)
  redis.call('ZREM', keys[FAILED], id)
  redis.call('ZREM', keys[DONE], id)
end

local function finish(keys, id, delivery, status, newer)
  delivery.status, delivery.newer = status, newer or '-'
  write(keys, id, delivery)
  redis.call('ZREM', keys[WAITING], id)
  local set, other = DONE, FAILED
  if status == 'failed' then
    set, other = FAILED, DONE
  end
  redis.call('ZREM', keys[other], id)
  redis.call('ZADD', keys[set], place(keys, id), id)
  trim(keys, FAILED, MOST_FAILED)
  trim(keys, DONE, MOST_DONE)
end

-- The delivery that is being sent and the token of the lease; nothing if no lease is running.
local function under_way(keys, now)
  local text = redis.call('HGET', keys[WEBHOOK], 'sending')
  if text then
    local token, id, ends = string.match(text, '^(%S+) (%S+) (%d+)$')
    if tonumber(ends) > now then
      return id, token
    end
  end
end

-- Sets when a courier should look at this webhook; while one is sending, the end of its lease stays.
local function schedule(keys, webhook, now)
  if under_way(keys, now) then
    return
  end
  local disabled, resumes = unpack(redis.call('HMGET', keys[WEBHOOK], 'disabled', 'resumes'))
  local first = redis.call('ZRANGE', keys[WAITING], 0, 0, 'WITHSCORES')
  if disabled or not first[1] then
    redis.call('ZREM', keys[DUE], webhook)
  else
    redis.call('ZADD', keys[DUE], plain(math.floor(math.max(tonumber(first[2]), tonumber(resumes or 0)))), webhook)
  end
end
