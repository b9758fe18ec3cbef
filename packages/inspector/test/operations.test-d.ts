/*
 * Code of the inspector that must not compile: it would drift from the server. The compiler checks this file with all
 * others; nothing runs it. Every line after a `@ts-expect-error` must be refused, or the type check fails.
 */
import type { FaultInput, FaultPlace, Topic } from '@trickle/mock-server/admin';
import { useList } from '../src/api/list.ts';
import { callApi, type Item, type ResponseOf } from '../src/api/request.ts';
import { useResource } from '../src/api/resource.ts';

declare const delivery: Item<'GET /_admin/webhook_deliveries', 'deliveries'>;
declare const fault: FaultInput;

void (delivery.state === 'given_up');
// @ts-expect-error: no state of a delivery
void (delivery.state === 'failed');
// @ts-expect-error: as in the process; the wire has created_at
void delivery.createdAt;
// @ts-expect-error: no route
export type Unrouted = ResponseOf<'GET /_admin/webhook_delivery'>;
// @ts-expect-error: no member of the response
export type Missing = Item<'GET /_admin/webhooks', 'hooks'>;
// @ts-expect-error: no effect of a fault
void fault.explode;
// @ts-expect-error: no place of a fault
export const place: FaultPlace = 'job';
// @ts-expect-error: no topic of the stream of changes
export const topic: Topic = 'deliveries';

void callApi('POST /_admin/jobs/{job_id}/run', { job_id: '5' });
// @ts-expect-error: without the member of the path
void callApi('POST /_admin/jobs/{job_id}/run', {});
// @ts-expect-error: misspelled route
void callApi('GET /_admin/clok', {});
// @ts-expect-error: another method
void callApi('PUT /_admin/faults', {});

void callApi('GET /_admin/webhook_deliveries', { state: 'given_up', webhook_id: 'h', limit: 5 });
// @ts-expect-error: no value of the filter
void callApi('GET /_admin/webhook_deliveries', { state: 'failed' });
// @ts-expect-error: no filter
void callApi('GET /_admin/webhook_deliveries', { outcome: 'given_up' });
// @ts-expect-error: as in the process; the wire has webhook_id
void callApi('GET /_admin/webhook_deliveries', { webhookId: 'h' });
// @ts-expect-error: an operation without input
void callApi('GET /_admin/seed', { account_id: '1' });

void callApi('POST /_admin/faults', { on: 'request', status: 503 });
// @ts-expect-error: no member of a fault
void callApi('POST /_admin/faults', { on: 'request', stats: 503 });
// @ts-expect-error: without the name of the goal
void callApi('POST /_admin/accounts/{account_id}/goals', { account_id: '1', default_value: 5 });

void callApi('GET /_admin/clock', {}).then(({ speed }) => speed);
// @ts-expect-error: no member of the response
void callApi('GET /_admin/clock', {}).then(({ pace }) => pace);

export const reads = (keyOf: () => string) => [
  useResource('GET /_admin/goals', {}, ['records']).data?.goals,
  // @ts-expect-error: the operation writes
  useResource('POST /_admin/reset', {}, []),
  useList({ route: 'GET /_admin/jobs', input: { state: 'failed' }, member: 'jobs', topics: ['jobs'], keyOf }),
  // @ts-expect-error: no list of the response
  useList({ route: 'GET /_admin/jobs', input: {}, member: 'total', topics: ['jobs'], keyOf }),
];
