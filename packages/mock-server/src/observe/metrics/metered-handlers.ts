import type { AttemptOutcome } from '../../domain/webhooks/outcome.ts';
import type { AnyOutsideHandler, Handlers } from '../../jobs/handler.ts';

/** How attempts of webhook deliveries end: by the class of the status, or without a response. */
export const ATTEMPT_RESULTS = ['2xx', '3xx', '4xx', '5xx', 'no_response', 'other'] as const;
export type AttemptResult = (typeof ATTEMPT_RESULTS)[number];

/** Wraps the handlers of jobs, and calls `onAttempt` after each attempt of a webhook delivery. */
export function meteredHandlers(handlers: Handlers, onAttempt: (result: AttemptResult) => void): Handlers {
  const webhook = handlers.webhook as AnyOutsideHandler<'webhook'>; // webhooks use the network
  return {
    ...handlers,
    webhook: {
      ...webhook,
      async perform(order, world, signal) {
        const outcome: AttemptOutcome = await webhook.perform(order, world, signal);
        if (!signal.aborted) onAttempt(resultOf(outcome)); // an aborted attempt starts again
        return outcome;
      },
    },
  };
}

function resultOf({ answer }: AttemptOutcome): AttemptResult {
  if (!answer) return 'no_response';
  const { status } = answer;
  if (status < 200 || status >= 600) return 'other';
  return status < 300 ? '2xx' : status < 400 ? '3xx' : status < 500 ? '4xx' : '5xx';
}
