import type { FaultInput } from '@trickle/mock-server/admin';

/** Faults to begin with. */
export const SCENARIOS = [
  { title: 'Fail once with 503', fault: { on: 'request', status: 503, times: 1 } },
  { title: 'Answer slowly, after three seconds', fault: { on: 'request', latency: 3000 } },
  { title: 'Lose the answer after processing', fault: { on: 'request', drop: 'after', times: 1 } },
  {
    title: 'The hourly limit is used up',
    fault: { on: 'request', status: 429, headers: { 'retry-after': '30' }, times: 1 },
  },
  {
    title: 'Another request updates the subscriber',
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
] as const satisfies readonly { readonly title: string; readonly fault: FaultInput }[];
