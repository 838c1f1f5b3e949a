-- Helpers for read models that are kept in generations, for table_list.lua and leaderboard.lua.
-- The first two keys are always `{tag}:current` and `{tag}:next`. The keys of a generation share that tag:
-- {tag}:<generation>:position, :rows, :places (where a row stands in its indexes), :index_names, :index:<name>.

local FIRST_GENERATION = 'a' -- the one before any rebuild

local function current(keys)
  return redis.call('GET', keys[1]) or FIRST_GENERATION
end

-- The generation with this name; the current one without a name.
local function named(keys, name)
  return name == '' and current(keys) or name
end

-- The common beginning of a generation's keys.
local function stem(keys, generation)
  return string.match(keys[1], '^{%a+}:') .. generation
end

-- Raises an error if a key has already left for another server. On a cluster, a slot may be moving; looking for a
-- missing key then raises, so every key is looked for before the first write.
local function require_here(home, index_names)
  local names = { home .. ':position', home .. ':places', home .. ':index_names', home .. ':rows' }
  for name in pairs(index_names) do
    names[#names + 1] = home .. ':index:' .. name
  end
  redis.call('EXISTS', unpack(names))
end
