import type { WebhookEvent } from '@trickle/sdk/contract';
import { UsageError } from '../terminal/exit-signal.ts';
import type { Reader } from '../terminal/option.ts';

/** An event, whose name may lack "subscriber.". */
export const eventName: Reader<WebhookEvent> = {
  source: 'events',
  async read(name) {
    // Imported late: help and completion do not need it.
    const { nearestName, WEBHOOK_EVENTS } = await import('@trickle/sdk/contract');
    const full = name.includes('.') ? name : `subscriber.${name}`;
    const event = WEBHOOK_EVENTS.find((name) => name === full);
    if (event) return event;
    const nearest = nearestName(full, WEBHOOK_EVENTS);
    throw new UsageError(
      nearest === undefined
        ? `Unknown event '${name}'. Events: ${WEBHOOK_EVENTS.join(', ')}.`
        : `Unknown event '${name}', did you mean ${nearest}?`,
    );
  },
};

/** Events separated by commas. */
export const eventNames: Reader<readonly WebhookEvent[]> = {
  source: 'event list',
  read(text, option) {
    const names = text.split(',').map((name) => name.trim());
    return Promise.all(names.filter((name) => name !== '').map((name) => eventName.read(name, option)));
  },
};
