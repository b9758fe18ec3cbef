import type { ApiPromise } from '../core/api-promise.ts';
import type { CallOptions } from '../options.ts';
import type { Webhook, WebhookInput } from '../records.generated.ts';
import { webhooks } from '../transport/operations.generated.ts';
import { Resource } from './resource.ts';

export class Webhooks extends Resource {
  /**
   * Lists all webhooks of the account.
   *
   * Interface: "Webhooks".
   *
   * @example
   * ```ts
   * for (const { id, post_url } of await client.webhooks.list()) {
   *   console.log(id, post_url); // 77 https://acme.test/hook
   * }
   * ```
   */
  list(options?: CallOptions): ApiPromise<Webhook[]> {
    return this.call(webhooks.list, { options });
  }

  /**
   * Gets one webhook.
   *
   * Interface: "Webhooks".
   *
   * @throws {@link NotFoundError} if there is no such webhook.
   *
   * @example
   * ```ts
   * console.log((await client.webhooks.get('77')).events); // [ 'subscriber.created' ]
   * ```
   */
  get(webhookId: string, options?: CallOptions): ApiPromise<Webhook> {
    return this.call(webhooks.get, { path: [webhookId], options });
  }

  /**
   * Creates a webhook, which posts `events` to `post_url`. Default: all events except `subscriber.received_email`.
   *
   * `subscriber.received_email` also requires `include_received_email` (default: false). Not retried, since a retry
   * could create a second webhook.
   *
   * Interface: "Webhooks", "Webhook notifications".
   *
   * @example
   * ```ts
   * const webhook = await client.webhooks.create({
   *   post_url: 'https://app.example.com/hooks/at-least-16-characters',
   *   events: ['subscriber.created', 'subscriber.unsubscribed_all'],
   * });
   * console.log(webhook.version); // 2
   * ```
   */
  create(webhook: WebhookInput, options?: CallOptions): ApiPromise<Webhook> {
    return this.call(webhooks.create, { body: webhook, options });
  }

  /**
   * Deletes a webhook.
   *
   * Interface: "Webhooks".
   *
   * @throws {@link NotFoundError} if there is no such webhook.
   *
   * @example
   * ```ts
   * await client.webhooks.delete('77');
   * ```
   */
  delete(webhookId: string, options?: CallOptions): ApiPromise<undefined> {
    return this.call(webhooks.delete, { path: [webhookId], options });
  }
}
