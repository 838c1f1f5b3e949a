#!lua name=ludotheque_public_log
-- Tables are marked with the places of their entries in the public log, once, when a signed checkpoint counts them.

-- keys: queue, places of the table; arguments: id in the queue, then kind and place of each entry
-- commands: 3
local function mark_logged(keys, args)
  if #keys ~= 2 or #args < 1 or #args % 2 ~= 1 then
    return bad_arguments()
  end
  for i = 2, #args, 2 do
    redis.call('HSETNX', keys[2], args[i], args[i + 1])
  end
  return redis.call('XDEL', keys[1], args[1])
end

-- keys: size up to which the tables of a partition are marked; arguments: size, log. It never becomes smaller; only a log
-- that takes the place of another begins again.
-- commands: 2
local function set_logged_size(keys, args)
  local size = #keys == 1 and #args == 2 and whole(args[1])
  if not size then
    return bad_arguments()
  end
  local known, log = string.match(redis.call('GET', keys[1]) or '', '^(%d+):(.+)$')
  if log ~= args[2] or size > tonumber(known) then
    redis.call('SET', keys[1], plain(size) .. ':' .. args[2])
  end
end

redis.register_function('ludotheque_mark_logged', mark_logged)
redis.register_function('ludotheque_set_logged_size', set_logged_size)
