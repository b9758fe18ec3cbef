import type { WebhookEvent } from '@trickle/sdk/contract';
import { UsageError } from '../terminal/exit-signal.ts';
import type { Reader } from '../terminal/option.ts';

/** An event name; "subscriber." is optional. */
export const eventName: Reader<WebhookEvent> = {
  source: 'events',
  async read(name) {
    // Imported late, since help and completion do not need it.
    const { didYouMean, WEBHOOK_EVENTS } = await import('@trickle/sdk/contract');
    const full = name.includes('.') ? name : `subscriber.${name}`;
    const event = WEBHOOK_EVENTS.find((name) => name === full);
    if (event) return event;
    const hint = didYouMean(full, WEBHOOK_EVENTS) || `. Events: ${WEBHOOK_EVENTS.join(', ')}.`;
    throw new UsageError(`Unknown event '${name}'${hint}`);
  },
};

export const eventNames: Reader<readonly WebhookEvent[]> = {
  source: 'event list',
  read(text, option) {
    const names = text.split(',').map((name) => name.trim());
    return Promise.all(names.filter((name) => name !== '').map((name) => eventName.read(name, option)));
  },
};
