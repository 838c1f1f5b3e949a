#!lua name=ludotheque_administration
-- The acts of administrators: each is stored once, after exactly the act that it was made after.

-- keys: acts; arguments: number, head before it (32 bytes), record, head after it
-- reply: 1, or 0 if the stream does not end where the act was made
local function append_act(keys, args)
  local number = #args == 4 and whole(args[1])
  if #keys ~= 1 or not number or number < 1 or #args[2] ~= 32 or #args[4] ~= 32 then
    return bad_arguments()
  end
  local last = redis.call('XREVRANGE', keys[1], '+', '-', 'COUNT', '1')[1]
  if last and last[1] == plain(number) .. '-0' and last[2][2] == args[3] then
    return 1 -- the same call came before
  end
  if last and (last[1] ~= plain(number - 1) .. '-0' or last[2][4] ~= args[2]) then
    return 0
  end
  if not last and number > 1 then
    return 0
  end
  redis.call('XADD', keys[1], plain(number) .. '-0', 'a', args[3], 'h', args[4])
  return 1
end

redis.register_function('ludotheque_append_act', append_act)
