-- Helper for table_list.lua and notices.lua: functions.py puts this file before each of them.
-- A notice is added to the stream of all notices and, with the same id, to that of each of its subjects. The streams of
-- subjects are `<stream of all>:<subject>` and expire a day after their last notice.

local MOST_NOTICES = '10000' -- in the stream of all, far more than processes leave unread
local MOST_KEPT, MOST_IN_LOBBY = '200', '5000' -- of a player, and of the lobby
local NOTICE_SECONDS = '86400'

-- Raises an error if one of the streams has already left for another server; nothing is written.
local function require_streams_here(stream, subjects)
  redis.call('EXISTS', stream)
  for subject in string.gmatch(subjects, '%S+') do
    redis.call('EXISTS', stream .. ':' .. subject)
  end
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
