-- Helpers for the readers of the feeds, table_list.lua, leaderboard.lua and notices.lua: functions.py puts this file before
-- each of them.
--
-- A reader of the feeds keeps beside what it writes how far it has read: a hash of partition -> id of the last entry, and
-- `count`, the number of commits. In the arguments from `first` on: number of commits, then partition, id as it was
-- seen or '', next id …

local function is_overtaken(key, args, first)
  for i = first + 1, #args, 3 do
    if (redis.call('HGET', key, args[i]) or '') ~= args[i + 1] then
      return true
    end
  end
end

local function advance(key, args, first)
  for i = first + 1, #args, 3 do
    redis.call('HSET', key, args[i], args[i + 2])
  end
  redis.call('HINCRBY', key, 'count', args[first])
end

-- A notice is added to the stream of all notices and, with the same id, to that of each of its subjects. The streams of
-- subjects are `<stream of all>:<subject>` and expire a day after their last notice.

local MOST_NOTICES = '10000' -- in the stream of all, far more than processes leave unread
local MOST_KEPT, MOST_IN_LOBBY = '200', '5000' -- of a player, and of the lobby
local NOTICE_SECONDS = '86400'

-- Raises an error if one of the streams has already left for another server; nothing is written.
local function require_streams_here(stream, subjects)
  local names = { stream }
  for subject in string.gmatch(subjects, '%S+') do
    names[#names + 1] = stream .. ':' .. subject
  end
  redis.call('EXISTS', unpack(names))
end

local function publish(stream, subjects, body)
  local id = redis.call('XADD', stream, 'MAXLEN', '~', MOST_NOTICES, '*', 's', subjects, 'b', body)
  for subject in string.gmatch(subjects, '%S+') do
    local own = stream .. ':' .. subject
    redis.call('XADD', own, 'MAXLEN', '~', subject == 'lobby' and MOST_IN_LOBBY or MOST_KEPT, id, 'b', body)
    redis.call('EXPIRE', own, NOTICE_SECONDS)
  end
  return id
end
