/**
 * The budgets in Redis, by the algorithm of {@link Budget} and the clock of Redis. One run handles all budgets of a
 * request, so it takes from all budgets or from none.
 *
 * Keys, three for each budget: a hash of the state, `log` (counted requests, by the time they stop counting) and
 * `flight` (requests in flight, by the time their lease ends). Arguments: the action, the id of the request, the window,
 * the lease, the time (empty for the clock of Redis), the caller's share of each limit, and eight for each budget.
 *
 * `take`: amount, limit, no_headers, waiting, patience, has_waited. Returns 1 and epoch, left, answers of each budget; or 0,
 * the number of the budget that is used up, the milliseconds to wait (-1 for until the next response), and those until the
 * caller's turn to ask again. Turns spread the questions of thousands of callers, and a new caller has to wait for its
 * turn while others wait for theirs.
 * `settle`: amount, outcome, limit, remaining, milliseconds of Retry-After, epoch, left, answers.
 */
export const BUDGETS = `
local act, id, window, lease = ARGV[1], ARGV[2], tonumber(ARGV[3]) * 1.001, tonumber(ARGV[4])
local time = redis.call('TIME')
local share = tonumber(ARGV[6])
local now = tonumber(ARGV[5]) or time[1] * 1000 + math.floor(time[2] / 1000)
local FIELDS = {'left', 'opened', 'epoch', 'closed', 'taken', 'limit', 'no_headers', 'rejected', 'rejections', 'logged', 'flying', 'answers', 'asked'}

local function amountOf(member) return tonumber(string.match(member, '%d+$')) end

local function count(b, member)
  redis.call('ZADD', b.log, now + window, member)
  b.logged = b.logged + amountOf(member)
  b.answers = b.answers + 1
end

local function forget(b, members)
  for _, member in ipairs(members) do
    redis.call('ZREM', b.log, member)
    b.logged = b.logged - amountOf(member)
  end
end

local function load(i)
  local b = {key = KEYS[3 * i - 2], log = KEYS[3 * i - 1], flight = KEYS[3 * i]}
  local values = redis.call('HMGET', b.key, unpack(FIELDS))
  for n, field in ipairs(FIELDS) do b[field] = tonumber(values[n]) end
  for _, field in ipairs({'opened', 'epoch', 'closed', 'taken', 'logged', 'flying', 'answers'}) do b[field] = b[field] or 0 end
  for _, member in ipairs(redis.call('ZRANGEBYSCORE', b.flight, '-inf', now)) do
    redis.call('ZREM', b.flight, member)
    b.flying = b.flying - amountOf(member)
    if b.left then b.left = b.left - amountOf(member) end
    count(b, member)
  end
  if b.left and now >= b.opened + window then
    b.left = nil
    b.epoch = b.epoch + 1
    forget(b, redis.call('ZRANGE', b.log, 0, -1))
  end
  forget(b, redis.call('ZRANGEBYSCORE', b.log, '-inf', now))
  return b
end

local function save(b)
  local set, unset = {}, {}
  for _, field in ipairs(FIELDS) do
    if b[field] then
      table.insert(set, field)
      table.insert(set, b[field])
    else
      table.insert(unset, field)
    end
  end
  redis.call('HSET', b.key, unpack(set))
  if #unset > 0 then redis.call('HDEL', b.key, unpack(unset)) end
  for _, key in ipairs({b.key, b.log, b.flight}) do redis.call('PEXPIRE', key, math.ceil(2 * window + lease)) end
end

local function expiryOf(b, lacking)
  local entries = redis.call('ZRANGE', b.log, 0, lacking - 1, 'WITHSCORES')
  for n = 1, #entries, 2 do
    lacking = lacking - amountOf(entries[n])
    if lacking <= 0 then return tonumber(entries[n + 1]) end
  end
end

local function freeAt(b, amount, waiting, patience)
  if now < b.closed then return b.closed end
  local usable = math.max(1, math.floor(b.limit * share))
  local needed = math.min(amount, usable)
  local unused = usable - b.logged
  local lacking = needed + b.flying - unused
  if lacking > 0 then return expiryOf(b, lacking) end
  if not b.left then
    local probes = b.rejected and 1 or b.no_headers and math.huge or math.max(1, math.min(8, math.floor(b.limit / 100)))
    if b.flying < probes then return now end
    return nil
  end
  local free = math.min(b.left, unused) - b.flying
  local over = b.opened + window
  if free < needed then return over end
  local reserve = math.floor(b.limit * 0.03)
  if waiting * needed <= free or reserve < 100 or free > reserve then return now end
  local spread = b.taken + (over - b.taken) / (free + 1)
  return spread > now + patience and now or spread
end

local function open(b, left)
  b.left, b.opened, b.rejected = left, now, nil
end

local function close(b, epoch, after)
  if not after then
    if epoch ~= b.epoch then return end
    if b.left then b.left = math.min(b.left, 0) return end
  end
  if epoch == b.epoch then b.rejections = (b.rejections or 0) + 1 end
  b.left, b.rejected, b.epoch = nil, 1, b.epoch + 1
  local usual = window / 30
  b.closed = now + math.max(math.min(usual, 1000 * 2 ^ ((b.rejections or 1) - 1)), after or usual)
end

local function learn(b, flew, remaining, epoch, left, answers)
  local meanwhile = b.answers - answers - 1
  b.no_headers = nil
  if epoch ~= b.epoch then
    if b.left and remaining >= b.left - flew then b.left = math.min(b.left, remaining) end
  elseif not b.left then
    open(b, remaining)
  elseif left and remaining >= left then
    forget(b, redis.call('ZRANGE', b.log, 0, -2 - meanwhile))
    b.epoch = b.epoch + 1
    open(b, remaining - meanwhile)
  else
    b.left = math.min(math.max(b.left, remaining - meanwhile), remaining)
  end
end

-- All that wait for a response ask 4 times per millisecond, those that wait for a time at most 50 times per second.
local function turnOf(b, free)
  local last = b.asked or 0
  if free == math.huge then
    b.asked = math.min(math.max(last, now) + 0.25, now + 1000)
  else
    b.asked = math.max(last, now) + math.min(window / 250, 20)
    if b.asked > free then b.asked = math.min(math.max(last, free) + 0.25, free + 1000) end
  end
  return math.ceil(b.asked - now)
end

local function settle(b, at)
  local amount, kind, after = tonumber(ARGV[at]), ARGV[at + 1], tonumber(ARGV[at + 4])
  local remaining, epoch = tonumber(ARGV[at + 3]), tonumber(ARGV[at + 5])
  local member = id .. ':' .. amount
  if redis.call('ZREM', b.flight, member) == 0 then return end
  local flew = b.flying
  b.flying = flew - amount
  if kind == 'rejected' then return close(b, epoch, after) end
  if kind == 'uncounted' then return end
  if kind == 'counted' then b.rejections = nil end
  b.limit = tonumber(ARGV[at + 2]) or b.limit
  count(b, member)
  if remaining then return learn(b, flew, remaining, epoch, tonumber(ARGV[at + 6]), tonumber(ARGV[at + 7])) end
  if b.left then b.left = b.left - amount
  elseif kind == 'counted' then
    b.no_headers = 1
    if epoch == b.epoch then b.rejected = nil end
  end
end

local all, short, latest = {}, 0, now
for i = 1, #KEYS / 3 do
  local b, at = load(i), 8 * i - 1
  all[i] = b
  if act == 'settle' then
    settle(b, at)
  else
    b.limit = b.limit or tonumber(ARGV[at + 1])
    if ARGV[at + 2] == '1' then b.no_headers = 1 end
    local free = freeAt(b, tonumber(ARGV[at]), tonumber(ARGV[at + 3]), tonumber(ARGV[at + 4])) or math.huge
    if free <= now and ARGV[at + 5] == '' and (b.asked or 0) > now then free = math.huge end
    if free > latest then short, latest = i, free end
  end
end
local reply = {1}
if short > 0 then
  reply = {0, short, latest == math.huge and -1 or math.ceil(latest - now), turnOf(all[short], latest)}
elseif act == 'take' then
  for i, b in ipairs(all) do
    local amount = tonumber(ARGV[8 * i - 1])
    b.taken = now
    b.flying = b.flying + amount * redis.call('ZADD', b.flight, now + lease, id .. ':' .. amount)
    for _, value in ipairs({b.epoch, b.left or '', b.answers}) do table.insert(reply, tostring(value)) end
  end
end
for _, b in ipairs(all) do save(b) end
return reply
`;

/** Locks all keys for a lease, or extends the lease. Returns 0 if another owner has one of them. */
export const LOCK = `
for _, key in ipairs(KEYS) do
  local owner = redis.call('GET', key)
  if owner and owner ~= ARGV[1] then return 0 end
end
for _, key in ipairs(KEYS) do redis.call('SET', key, ARGV[1], 'PX', ARGV[2]) end
return 1
`;

/** Releases the locks. */
export const UNLOCK = `
for _, key in ipairs(KEYS) do
  if redis.call('GET', key) == ARGV[1] then redis.call('DEL', key) end
end
return 1
`;
