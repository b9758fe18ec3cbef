import { checkNames } from '../core/check-options.ts';
import { type Clock, systemClock } from '../core/clock.ts';
import { InputError } from '../core/errors.ts';
import type { Outcome } from '../rate-limits/budget.ts';
import type { Ask, Denied, Grant, LimitStore, LockRequest } from '../rate-limits/limit-store.ts';
import { localStore } from '../rate-limits/local-store.ts';
import { BUDGETS } from './lua.ts';
import { type IoRedisLike, type NodeRedisLike, type RunScript, scriptRunner } from './redis-client.ts';
import { lock } from './redis-mutex.ts';

/** Options of {@link redisLimits}. */
export interface RedisLimitsOptions {
  /** What all keys begin with. Default `trickle`. */
  readonly prefix?: string | undefined;
  /** Milliseconds after which a command that Redis did not answer counts as failed. Default 1000. */
  readonly timeout?: number | undefined;
  /**
   * Milliseconds after which a request of which nothing is heard (its process has died) counts as made. Give more than
   * the longest `timeout` of a client. Default 120,000.
   */
  readonly lease?: number | undefined;
  /** Told when Redis fails; the requests go on by budgets of this process. Default: nobody. */
  readonly onError?: ((error: unknown) => void) | undefined;
  /** Tells the time and waits, for tests; Redis goes by it too. Default: the machine's, and the one of Redis. */
  readonly clock?: Clock | undefined;
}

/** Milliseconds for which a Redis that failed is left alone. */
const PAUSE = 5000;

const OPTIONS = ['prefix', 'timeout', 'lease', 'onError', 'clock'];

/**
 * Keeps the budgets, and the turns of people, in Redis, for all processes and machines that use an account:
 *
 * ```ts
 * const client = createClient({ baseUrl, accountId, apiKey, limits: { shared: redisLimits(new Redis()) } });
 * ```
 *
 * While Redis is not to be reached, each process goes on by budgets of its own, which what the service tells keeps
 * right; requests may then be refused, and wait. Neither credentials nor addresses are stored: people are hashed.
 */
export function redisLimits(
  client: IoRedisLike | NodeRedisLike,
  options: RedisLimitsOptions = {},
): LimitStore {
  checkNames(options, OPTIONS, 'redisLimits');
  const { prefix = 'trickle', timeout = 1000, lease = 120_000, onError, clock } = options;
  if (!(timeout > 0 && lease > 0))
    throw new InputError('redisLimits: `timeout` and `lease` are milliseconds.');
  const time = clock ?? systemClock;
  const run = guarded(scriptRunner(client), timeout, time, onError);
  const alone = localStore();
  const fixed = clock ? () => String(Math.floor(clock.now())) : () => '';

  const keysOf = ({ baseUrl, account, costs }: Ask) =>
    costs.flatMap(({ budget }) => {
      const key = `${prefix}:{${baseUrl}|${account}}:${budget}`;
      return [key, `${key}:log`, `${key}:flight`];
    });
  const send = (act: string, id: string, ask: Ask, given: string[]) =>
    run(BUDGETS, keysOf(ask), [act, id, String(ask.allowances.window), String(lease), fixed(), ...given]);

  return {
    isShared: true,
    async take(ask): Promise<Grant | Denied> {
      const id = crypto.randomUUID();
      const patience = Math.min(ask.deadline - ask.now, Number.MAX_SAFE_INTEGER);
      const given = ask.costs.flatMap(({ budget, amount }) => [
        ...[amount, ask.allowances[budget], budget === 'records' ? 1 : 0, ask.waiting, patience].map(String),
        ...['', '', ''],
      ]);
      const reply = await send('take', id, ask, given);
      return reply === undefined ? alone.take(ask) : verdictOf(reply as (number | string)[], id, ask);
    },
    async settle(ask, grant, outcomes): Promise<void> {
      if (grant.id === '') return alone.settle(ask, grant, outcomes);
      const given = ask.costs.flatMap(({ amount }, i) => {
        const { epoch = 0, left = '', answers = 0 } = grant.marks[i] ?? {};
        return [String(amount), ...termsOf(outcomes[i]), String(epoch), String(left), String(answers)];
      });
      await send('settle', grant.id, ask, given);
    },
    lock: (ask: LockRequest) => lock(run, time, prefix, ask),
  };
}

function verdictOf([granted, ...rest]: (number | string)[], id: string, ask: Ask): Grant | Denied {
  if (granted === 1) {
    const marks = ask.costs.map((_, i) => {
      const [epoch, left, answers] = rest.slice(3 * i, 3 * i + 3);
      return { epoch: Number(epoch), left: left === '' ? undefined : Number(left), answers: Number(answers) };
    });
    return { id, marks };
  }
  const [short, wait] = rest.map(Number) as [number, number]; // as the script replies
  const budget = ask.costs[short - 1]?.budget ?? 'individual';
  return { budget, until: wait < 0 ? Infinity : ask.now + wait };
}

/** An outcome as arguments: its kind, limit, remaining, milliseconds of `Retry-After`. */
function termsOf(outcome: Outcome = { kind: 'unknown' }): string[] {
  const { kind, limit, remaining, retryAfter } = { limit: '', remaining: '', retryAfter: '', ...outcome };
  return [kind, limit ?? '', remaining ?? '', retryAfter ?? ''].map(String);
}

/** Runs scripts that may fail: gives undefined then, and for a while without asking again. */
function guarded(run: RunScript, timeout: number, clock: Clock, onError?: (error: unknown) => void) {
  let pausedUntil = 0;
  return async (script: string, keys: string[], given: string[]): Promise<unknown> => {
    if (clock.now() < pausedUntil) return undefined;
    const answered = new AbortController();
    try {
      const late = systemClock.wait(timeout, answered.signal).then(() => {
        throw new Error(`Redis did not answer within ${timeout} ms.`);
      });
      late.catch(() => {}); // the race has heard of it
      return await Promise.race([run(script, keys, given), late]);
    } catch (error) {
      pausedUntil = clock.now() + PAUSE;
      onError?.(error);
      return undefined;
    } finally {
      answered.abort();
    }
  };
}
