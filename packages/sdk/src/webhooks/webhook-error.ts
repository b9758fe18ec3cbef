import { TrickleError } from '../core/errors.ts';

/**
 * Thrown by `parseWebhook` when a body is no notification: it is not JSON, cut short, or lacks what every notification
 * has. A webhook handler answers it with `status` and tells `onError` of it. A new event, or new members of a known
 * one, are no reason for it.
 */
export class WebhookError extends TrickleError {
  override readonly name = 'WebhookError';
  /** What the sender is answered: 400, 408, 413 or 415. */
  readonly status: number;

  constructor(message: string, status = 400, options?: ErrorOptions) {
    super(message, options);
    this.status = status;
  }
}
