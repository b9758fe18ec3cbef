import { contract } from '@trickle/sdk/contract';
import { defaultLimits } from '../../api/http/limits.ts';
import type { RequestEntry } from '../../observe/request-log/log.ts';
import { operationLabel } from '../../observe/request-log/operation-label.ts';
import { bodyOf, recordsIn } from '../../observe/request-log/recorded-request.ts';
import { MAX_WARNINGS } from '../../shared/coercion/findings.ts';
import { shortened } from '../../shared/values/shortened.ts';
import type { LimitPlan, RequestPlan } from './plan.ts';

const HOUR_SECONDS = 3600;

const OTHER_WARNINGS = 'other warnings';
const MAX_TEXT = 300;

interface Counts {
  count: number;
  readonly refused: Map<number, { count: number; readonly problem: string }>;
  readonly warnings: Map<string, number>;
}

const LIMIT_CLASSES = new Map<string, 'individual' | 'batch' | null>(
  Object.entries(contract).flatMap(([noun, endpoints]) =>
    Object.entries(endpoints).map(([name, { limit }]) => [`${noun}.${name}`, limit] as const),
  ),
);

/** Counts requests while they arrive, since the request log keeps only the newest. */
export class Tally {
  readonly #operations = new Map<string, Counts>();
  readonly #used = { individual: 0, batch: 0, records: 0 };

  add(entry: RequestEntry): void {
    const label = operationLabel(entry);
    const counts = this.#operations.get(label) ?? { count: 0, refused: new Map(), warnings: new Map() };
    this.#operations.set(label, counts);
    counts.count += 1;
    const { status = 0, problem = '', warnings } = entry;
    if (status === 0 || status >= 400) {
      const refusal = counts.refused.get(status) ?? { count: 0, problem: shortened(problem, MAX_TEXT) };
      counts.refused.set(status, refusal);
      refusal.count += 1;
    }
    for (const warning of warnings) {
      const text = shortened(warning, MAX_TEXT);
      // Programs can make any number.
      const isKnown = counts.warnings.has(text) || counts.warnings.size < MAX_WARNINGS;
      const key = isKnown ? text : OTHER_WARNINGS;
      counts.warnings.set(key, (counts.warnings.get(key) ?? 0) + 1);
    }
    this.#spend(entry);
  }

  /** Requests by operation, the most frequent first. */
  requests(): RequestPlan[] {
    return Array.from(this.#operations, ([operation, { count, refused, warnings }]) => ({
      operation,
      count,
      refused: Array.from(refused, ([status, refusal]) => ({ status, ...refusal })),
      warnings: Array.from(warnings, ([text, number]) => ({ text, count: number })),
    })).sort((one, other) => other.count - one.count || (one.operation < other.operation ? -1 : 1));
  }

  limits(): LimitPlan[] {
    return (['individual', 'batch', 'records'] as const).map((budget) => ({
      budget,
      used: this.#used[budget],
      limit: defaultLimits[budget],
    }));
  }

  /** The seconds between the first hour and the last one that the limits need. */
  wait(): number {
    const hours = this.limits().map(({ used, limit }) => Math.ceil(used / limit) - 1);
    return Math.max(0, ...hours) * HOUR_SECONDS;
  }

  /** Counts a request as the limits do: not without permission, beyond a limit, or after an internal error. */
  #spend(entry: RequestEntry): void {
    const { operation = '', status = 0 } = entry;
    const budget = LIMIT_CLASSES.get(operation);
    if (!budget || status === 0 || status >= 500 || [401, 403, 429].includes(status)) return;
    this.#used[budget] += 1;
    if (budget === 'batch' && status < 400) this.#used.records += recordsIn(bodyOf(entry)).length - 1; // without the body itself
  }
}
