import { type Clock, systemClock } from '../core/clock.ts';
import { InputError } from '../core/errors.ts';
import { checkNames } from '../core/settings.ts';
import type { Ask, BudgetOutcome, Denied, Grant, LimitStore, LockRequest } from '../rate-limits/budget.ts';
import { localStore } from '../rate-limits/budget.ts';
import { BUDGETS } from './lua.ts';
import { type IoRedisLike, type NodeRedisLike, type RunScript, scriptRunner } from './redis-client.ts';
import { lock } from './redis-mutex.ts';

/** Options of {@link redisLimits}. */
export interface RedisLimitsOptions {
  /** Prefix of all keys. Default `trickle`. */
  readonly prefix?: string | undefined;
  /** Timeout of a Redis command, in milliseconds. Default 1000. */
  readonly timeout?: number | undefined;
  /**
   * Milliseconds after which a request without an outcome (its process has died) counts as sent. Must exceed the
   * `timeout` of all clients. Default 120,000.
   */
  readonly lease?: number | undefined;
  /** Called when Redis fails. Requests then use the budgets of this process. */
  readonly onError?: ((error: unknown) => void) | undefined;
  /** A source of time, for tests, which replaces the clock of Redis too. Default: the system clock and that of Redis. */
  readonly clock?: Clock | undefined;
}

/** Pause before Redis is used again after a failure, in milliseconds. */
const PAUSE = 5000;

const OPTIONS = ['prefix', 'timeout', 'lease', 'onError', 'clock'];

/**
 * Keeps rate limits and locks of subscribers in Redis, for all processes and machines that use an account:
 *
 * ```ts
 * const client = createClient({ baseUrl, accountId, apiKey, limits: { shared: redisLimits(new Redis()) } });
 * ```
 *
 * While Redis is unavailable, each process uses its own budgets, corrected by the responses of the service; some
 * requests may then get a 429 and wait. Credentials and email addresses are not stored; locks use hashes.
 */
export function redisLimits(
  client: IoRedisLike | NodeRedisLike,
  options: RedisLimitsOptions = {},
): LimitStore {
  checkNames(options, OPTIONS, 'redisLimits');
  const { prefix = 'trickle', timeout = 1000, lease = 120_000, onError, clock } = options;
  if (!(timeout > 0 && lease > 0))
    throw new InputError('redisLimits: `timeout` and `lease` must be numbers of milliseconds above 0.');
  const time = clock ?? systemClock;
  const run = guarded(scriptRunner(client), timeout, time, onError);
  const local = localStore();
  const fixed = clock ? () => String(Math.floor(clock.now())) : () => '';

  const keysOf = ({ baseUrl, account, costs }: Ask) =>
    costs.flatMap(({ budget }) => {
      const key = `${prefix}:{${baseUrl}|${account}}:${budget}`;
      return [key, `${key}:log`, `${key}:flight`];
    });
  const send = (
    action: readonly [act: string, id: string],
    ask: Ask,
    more: string[],
    exception: Exception,
  ) => {
    const { window, share } = ask.allowances;
    const common = [String(window), String(lease), fixed(), String(share)];
    return run(BUDGETS, keysOf(ask), [...action, ...common, ...more], exception);
  };

  const settle = async (ask: Ask, grant: Grant, outcomes: readonly BudgetOutcome[]): Promise<void> => {
    if (grant.id === '') return local.settle(ask, grant, outcomes);
    await send(['settle', grant.id], ask, settleArguments(ask, grant, outcomes), { ignoresPause: true });
  };

  return {
    isShared: true,
    async take(ask): Promise<Grant | Denied> {
      const id = crypto.randomUUID();
      const onLate = (late: unknown) => {
        const verdict = parseReply(late as Reply, id, ask);
        const unused = ask.costs.map((): BudgetOutcome => ({ kind: 'uncounted' }));
        if ('marks' in verdict) void settle(ask, verdict, unused); // else it would be in flight until its lease ends
      };
      const reply = await send(['take', id], ask, takeArguments(ask), { onLate });
      return reply === undefined ? local.take(ask) : parseReply(reply as Reply, id, ask);
    },
    settle,
    lock: (ask: LockRequest) => lock(run, time, prefix, ask),
  };
}

type Reply = (number | string)[];

function parseReply([granted, ...rest]: Reply, id: string, ask: Ask): Grant | Denied {
  if (granted === 1) {
    const marks = ask.costs.map((_, i) => {
      const [epoch, left, answers] = rest.slice(3 * i, 3 * i + 3);
      return { epoch: Number(epoch), left: left === '' ? undefined : Number(left), answers: Number(answers) };
    });
    return { id, marks };
  }
  const [short, wait, turn] = rest.map(Number) as [number, number, number]; // as returned by the script
  const budget = ask.costs[short - 1]?.budget ?? 'individual';
  return { budget, until: wait < 0 ? Infinity : ask.now + wait, turn };
}

function takeArguments({ costs, allowances, waiting, now, deadline, hasWaited }: Ask): string[] {
  const patience = Math.min(deadline - now, Number.MAX_SAFE_INTEGER);
  return costs.flatMap(({ budget, amount }) => [
    ...[amount, allowances[budget], budget === 'records' ? 1 : 0, waiting, patience].map(String),
    ...[hasWaited ? '1' : '', '', ''],
  ]);
}

function settleArguments({ costs }: Ask, { marks }: Grant, outcomes: readonly BudgetOutcome[]): string[] {
  return costs.flatMap(({ amount }, i) => {
    const { epoch = 0, left = '', answers = 0 } = marks[i] ?? {};
    return [String(amount), ...outcomeArguments(outcomes[i]), ...[epoch, left, answers].map(String)];
  });
}

/** Arguments of an outcome: kind, limit, remaining, milliseconds of `Retry-After`. */
function outcomeArguments(outcome: BudgetOutcome = { kind: 'unknown' }): string[] {
  const { kind, limit, remaining, retryAfter } = { limit: '', remaining: '', retryAfter: '', ...outcome };
  return [kind, limit ?? '', remaining ?? '', retryAfter ?? ''].map(String);
}

/** The treatment of a command when Redis is slow. */
interface Exception {
  /** Called with a reply after the timeout. */
  readonly onLate?: (reply: unknown) => void;
  /** Whether to send it during a pause too: a grant that is never settled blocks others until its lease ends. */
  readonly ignoresPause?: boolean;
}

/** Wraps a script runner: returns undefined on failure, and during a pause after it. */
function guarded(run: RunScript, timeout: number, clock: Clock, onError?: (error: unknown) => void) {
  let pausedUntil = 0;
  return async (
    script: string,
    keys: string[],
    parameters: string[],
    { onLate, ignoresPause = false }: Exception = {},
  ): Promise<unknown> => {
    if (clock.now() < pausedUntil && !ignoresPause) return undefined;
    const reply = run(script, keys, parameters);
    const answered = new AbortController();
    try {
      const late = systemClock
        .wait(timeout, answered.signal)
        .then(() => systemClock.wait(0, answered.signal)) // a busy process may not have read the response yet
        .then(() => {
          throw new Error(`Redis did not answer within ${timeout} ms.`);
        });
      late.catch(() => {}); // handled by the race
      return await Promise.race([reply, late]);
    } catch (error) {
      pausedUntil = clock.now() + PAUSE;
      onError?.(error);
      if (onLate) reply.then(onLate, () => {}); // a reply that failed was reported above
      return undefined;
    } finally {
      answered.abort();
    }
  };
}
