import type { ApiPromise } from '../core/api-promise.ts';
import type { CallOptions } from '../options.ts';
import type { Goal, GoalQuery } from '../records.generated.ts';
import { goals } from '../transport/operations.generated.ts';
import { Resource } from './resource.ts';

export class Goals extends Resource {
  /**
   * Lists all conversions of the account, oldest first by default. Not paged.
   *
   * `default_value` is in cents. Interface: "Accounts, users, forms, conversions, broadcasts".
   *
   * @example
   * ```ts
   * for (const { id, name } of await client.goals.list({ status: 'active' })) console.log(id, name); // 444 Signed up
   * ```
   */
  list(query?: GoalQuery, options?: CallOptions): ApiPromise<Goal[]> {
    return this.call(goals.list, { query, options });
  }

  /**
   * Gets one conversion.
   *
   * Interface: "Accounts, users, forms, conversions, broadcasts".
   *
   * @throws {@link NotFoundError} if there is no such conversion.
   *
   * @example
   * ```ts
   * console.log((await client.goals.get('444')).default_value); // 500
   * ```
   */
  get(goalId: string, options?: CallOptions): ApiPromise<Goal> {
    return this.call(goals.get, { path: [goalId], options });
  }
}
