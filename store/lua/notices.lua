#!lua name=ludotheque_notices
-- Notices that come from no row of the list of tables.

-- keys: stream of all notices; arguments: subjects with blanks between, body; reply: id
-- commands: 2 + 2 * 9
local function publish_notice(keys, args)
  if #keys ~= 1 or #args ~= 2 or args[1] == '' then
    return bad_arguments()
  end
  require_streams_here(keys[1], args[1])
  return publish(keys[1], args[1], args[2])
end

-- keys: positions of a reader; arguments: as in feed_readers.lua; reply: 0 if another reader was faster
-- commands: 1 + 2 * 64
local function advance_reader(keys, args)
  if #keys ~= 1 or #args < 4 or not whole(args[1]) then
    return bad_arguments()
  end
  if is_overtaken(keys[1], args, 1) then
    return 0
  end
  advance(keys[1], args, 1)
  return 1
end

redis.register_function('ludotheque_publish_notice', publish_notice)
redis.register_function('ludotheque_advance_reader', advance_reader)
