import { TrickleError } from '../core/errors.ts';

/**
 * Thrown by `parseWebhook` for a body that is not a notification: it is not JSON, truncated, or lacks required members.
 * A webhook handler responds with `status` and calls `onError`. Unknown events and members do not cause it.
 */
export class WebhookError extends TrickleError {
  override readonly name = 'WebhookError';
  /** Status of the response: 400, 408, 413 or 415. */
  readonly status: number;

  constructor(message: string, status = 400, options?: ErrorOptions) {
    super(message, options);
    this.status = status;
  }
}
