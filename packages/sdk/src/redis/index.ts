/** The limits of an account for all processes and machines that use it, in Redis. */
export type { IoRedisLike, NodeRedisLike } from './redis-client.ts';
export { type RedisLimitsOptions, redisLimits } from './redis-limits.ts';
