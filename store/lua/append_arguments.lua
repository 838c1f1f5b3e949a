-- The keys and arguments of append.lua, and why one of them is invalid.

local MOST_BYTES = 1048576 -- of a record or an event
local MOST_COMMIT_BYTES = 8388608 -- of all events of a commit
local MOST_EVENTS = 256 -- of an entry
local MOST_PARTS = 400 -- of a commit: as many bytes hold no more events

-- keys
local EVENTS, META, IDEMPOTENCY, SEED_KEY, FEED, DEADLINES, LOG_QUEUE, TABLES, GONE = 1, 2, 3, 4, 5, 6, 7, 8, 9
-- arguments; an empty string means none
local TABLE, EXPECTED, HEAD, NEXT_HEAD, ID, RECORD, KEY, DIGEST = 1, 2, 3, 4, 5, 6, 7, 8
local NOT_BEFORE, NOT_AFTER, DUE, SEED, LOG, LASTING, MOVING, NOTES, FIRST_PART = 9, 10, 11, 12, 13, 14, 15, 16, 17
-- The events follow in parts, joined by line feeds. Each part is an entry of the stream, with the id `<last version>-<number
-- of events>`. Its fields: e = events; c = record, i = id, d = digest and k = key on the first one; h = head on the last one.

local function sized(text, least, most)
  return #text >= least and #text <= most
end

local function time_or_empty(text)
  return text == '' or whole(text)
end

-- Keys are checked by name, so that they are nine different ones of one table and partition.
local function misnamed(keys, id)
  if #keys ~= 9 or not string.find(id, '^%w+$') then
    return true
  end
  local tag = string.match(keys[EVENTS], '^{p%d%d}')
  if not tag then
    return true
  end
  local stem = tag .. ':table:' .. id
  return keys[EVENTS] ~= stem .. ':events' or keys[META] ~= stem .. ':meta' or keys[IDEMPOTENCY] ~= stem .. ':keys'
    or keys[SEED_KEY] ~= stem .. ':seed' or keys[FEED] ~= tag .. ':feed' or keys[DEADLINES] ~= tag .. ':deadlines'
    or keys[LOG_QUEUE] ~= tag .. ':log' or keys[TABLES] ~= tag .. ':tables' or keys[GONE] ~= tag .. ':gone'
end

-- The number of events in a part; nil if one is empty or too large, or if they are too many for an entry.
local function count_events(part)
  local count, from = 0, 1
  repeat
    local to = string.find(part, '\n', from, true) or #part + 1
    if to == from or to - from > MOST_BYTES or count == MOST_EVENTS then
      return nil
    end
    count, from = count + 1, to + 1
  until to > #part
  return count
end

-- The numbers of events in all parts, and their sum; or why one of them is invalid.
local function counted(args)
  local counts, all, bytes = {}, 0, 0
  for i = FIRST_PART, #args do
    local count = count_events(args[i])
    if not count then
      return nil, 'size of an event'
    elseif i < #args and count < MOST_EVENTS then
      return nil, 'a part that is not full'
    end
    counts[i], all, bytes = count, all + count, bytes + #args[i]
  end
  if bytes > MOST_COMMIT_BYTES or #args - FIRST_PART >= MOST_PARTS then
    return nil, 'size of all events'
  end
  counts.all = all
  return counts
end

local function invalid_argument(keys, args)
  if #args < FIRST_PART then
    return 'number of arguments'
  end
  if misnamed(keys, args[TABLE]) then
    return 'keys'
  end
  if not whole(args[EXPECTED]) then
    return 'expected version'
  end
  if #args[HEAD] ~= 32 or #args[NEXT_HEAD] ~= 32 or #args[ID] ~= 16 then
    return 'size of head or id'
  end
  if not sized(args[RECORD], 1, MOST_BYTES) or not sized(args[KEY], 0, 64) or not sized(args[DIGEST], 0, 64)
    or not sized(args[LOG] .. args[LASTING] .. args[MOVING] .. args[NOTES], 0, MOST_BYTES) then
    return 'size of record, key, digest, log, row or notes'
  end
  if not (time_or_empty(args[NOT_BEFORE]) and time_or_empty(args[NOT_AFTER]) and time_or_empty(args[DUE])) then
    return 'time'
  end
  if #args[SEED] ~= (whole(args[EXPECTED]) == 0 and 32 or 0) then
    return 'a seed belongs to the opening, and only there'
  end
end
