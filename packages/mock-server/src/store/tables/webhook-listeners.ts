import { number } from '../engine/column.ts';
import { table } from '../engine/table.ts';

/** Until when the payloads of accounts' webhooks are recorded, in real milliseconds since 1970. */
export const webhookListeners = table('webhook_listeners', { expiresAt: number() }, { order: ['expiresAt'] });
