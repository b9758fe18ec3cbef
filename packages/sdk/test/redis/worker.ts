// One of several processes that share the limits of an account: `node worker.ts <json>`.
import { Redis } from 'ioredis';
import { TIME_LIMIT } from '../../../../scripts/setup/time-limit.ts';
import { createClient } from '../../src/index.ts';
import { redisLimits } from '../../src/redis/index.ts';

const { baseUrl, accountId, apiKey, port, calls, window } = JSON.parse(process.argv[2] ?? '');
const redis = new Redis(port, '127.0.0.1');
// On a busy machine Redis may be slow.
const shared = redisLimits(redis, { timeout: TIME_LIMIT });
const client = createClient({
  baseUrl,
  accountId,
  apiKey,
  limits: { mode: 'wait', individual: 36, window, shared },
});
const list = () => client.tags.list();
const outcomes = await Promise.allSettled(Array.from({ length: calls }, list));
process.stdout.write(`${outcomes.filter(({ status }) => status === 'fulfilled').length}`);
redis.disconnect();
