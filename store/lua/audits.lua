#!lua name=ludotheque_audits
-- An audit and the pointer from its table change together; a finished audit does not change any more.

local function is_running(audit)
  return redis.call('EXISTS', audit) == 1 and redis.call('HEXISTS', audit, 'report') == 0
end

-- keys: audit, running audit of the table; arguments: audit, table, now, total, seconds to keep it
-- reply: the audit that runs
-- commands: 4
local function ask(keys, args)
  if #keys ~= 2 or #args ~= 5 or not (whole(args[3]) and whole(args[4]) and whole(args[5])) then
    return bad_arguments()
  end
  local running = redis.call('GET', keys[2])
  if running then
    return running
  end
  redis.call('HSET', keys[1], 'table', args[2], 'asked', args[3], 'touched', args[3], 'done', '0', 'total', args[4])
  redis.call('EXPIRE', keys[1], args[5])
  redis.call('SET', keys[2], args[1], 'EX', args[5])
  return args[1]
end

-- keys: audit; arguments: now, events done
-- commands: 3
local function touch(keys, args)
  if #keys ~= 1 or #args ~= 2 or not (whole(args[1]) and whole(args[2])) then
    return bad_arguments()
  end
  if is_running(keys[1]) then
    redis.call('HSET', keys[1], 'touched', args[1], 'done', args[2])
  end
  return 'OK'
end

-- keys: audit, running audit of the table; arguments: audit, now, report
-- commands: 6
local function close(keys, args)
  if #keys ~= 2 or #args ~= 3 or not whole(args[2]) then
    return bad_arguments()
  end
  if is_running(keys[1]) then
    local total = redis.call('HGET', keys[1], 'total')
    redis.call('HSET', keys[1], 'touched', args[2], 'done', total, 'report', args[3])
  end
  delete_if(keys[2], args[1])
  return 'OK'
end

redis.register_function('ludotheque_ask_audit', ask)
redis.register_function('ludotheque_touch_audit', touch)
redis.register_function('ludotheque_close_audit', close)
