import { number } from '../engine/column.ts';
import { table } from '../engine/table.ts';

/** The time until which the payloads of each account's webhooks are recorded, in real milliseconds since 1970. */
export const webhookListeners = table('webhook_listeners', { expiresAt: number() }, { order: ['expiresAt'] });
