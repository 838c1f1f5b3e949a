-- Helpers for every library: functions.py puts this file before each of the others.

-- A number from digits only, exact as a double; nil for any other text.
local function whole(text)
  return #text <= 15 and string.find(text, '^%d+$') and tonumber(text) or nil
end

-- The digits of a whole number, without an exponent.
local function plain(number)
  return string.format('%.0f', number)
end

-- Milliseconds since 1970, by the store's clock.
local function now_ms()
  local time = redis.call('TIME')
  return tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
end

local function delete_if(key, value)
  if redis.call('GET', key) == value then
    redis.call('DEL', key)
  end
end

local function bad_arguments()
  return redis.error_reply('ERR ludotheque: arguments')
end
