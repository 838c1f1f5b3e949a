-- Helper for table_list.lua, leaderboard.lua and notices.lua: functions.py puts this file before each of them.
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
