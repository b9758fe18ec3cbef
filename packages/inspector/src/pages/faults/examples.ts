import type { FaultInput } from '@trickle/mock-server/admin';

/** Faults to begin with. */
export const EXAMPLES: readonly { readonly title: string; readonly fault: FaultInput }[] = [
  {
    title: 'The service fails twice, then recovers',
    fault: { on: 'request', operation: 'subscribers.upsert', status: 503, times: 2 },
  },
  {
    title: 'The hourly limit is used up',
    fault: { on: 'request', status: 429, headers: { 'retry-after': '30' }, times: 1 },
  },
  { title: 'Answers take three seconds', fault: { on: 'request', latency: 3000 } },
  {
    title: 'The connection drops after the request was processed',
    fault: { on: 'request', operation: 'events.record', drop: 'after', times: 1 },
  },
  {
    title: 'Another request updates the same subscriber',
    fault: { on: 'request', operation: 'subscribers.upsert', conflict: true, times: 1 },
  },
  {
    title: 'One record of a batch is rejected',
    fault: { on: 'record', email: 'ann@example.com', refuse: true },
  },
  { title: 'Webhook receivers answer 500 three times', fault: { on: 'webhook', status: 500, times: 3 } },
  { title: 'A webhook delivery arrives twice', fault: { on: 'webhook', duplicate: 1, times: 1 } },
  { title: 'Emails to one address bounce', fault: { on: 'email', email: 'ann@example.com', bounce: true } },
  { title: 'Every tenth request fails at random', fault: { on: 'request', status: 500, probability: 0.1 } },
];
