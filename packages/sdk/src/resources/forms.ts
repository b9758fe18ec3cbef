import type { ApiPromise } from '../core/api-promise.ts';
import type { CallOptions } from '../options.ts';
import type { Form } from '../records.generated.ts';
import { forms } from '../transport/operations.generated.ts';
import { Resource } from './resource.ts';

export class Forms extends Resource {
  /**
   * Lists all forms of the account.
   *
   * Interface: "Accounts, users, forms, conversions, broadcasts".
   *
   * @example
   * ```ts
   * for (const { id, headline } of await client.forms.list()) console.log(id, headline); // 333 Coffee news
   * ```
   */
  list(options?: CallOptions): ApiPromise<Form[]> {
    return this.call(forms.list, { options });
  }

  /**
   * Gets one form.
   *
   * Interface: "Accounts, users, forms, conversions, broadcasts".
   *
   * @throws {@link NotFoundError} if there is no such form.
   *
   * @example
   * ```ts
   * console.log((await client.forms.get('333')).orientation); // lightbox
   * ```
   */
  get(formId: string, options?: CallOptions): ApiPromise<Form> {
    return this.call(forms.get, { path: [formId], options });
  }
}
