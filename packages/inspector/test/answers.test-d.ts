/*
 * Code of the inspector that must not compile: it would drift from the server. The compiler checks this file with all
 * others; nothing runs it. Every line after a `@ts-expect-error` must be refused, or the type check fails.
 */
import type { FaultInput, FaultPlace, Topic } from '@trickle/mock-server/admin';
import type { Answer, Item } from '../src/api/answers.ts';
import { callApi } from '../src/api/request.ts';

declare const delivery: Item<'GET /_admin/webhook_deliveries', 'deliveries'>;
declare const fault: FaultInput;

void (delivery.state === 'given_up');
// @ts-expect-error: no state of a delivery
void (delivery.state === 'failed');
// @ts-expect-error: as in the process; the wire has created_at
void delivery.createdAt;
// @ts-expect-error: no route
export type Unrouted = Answer<'GET /_admin/webhook_delivery'>;
// @ts-expect-error: no member of the answer
export type Missing = Item<'GET /_admin/webhooks', 'hooks'>;
// @ts-expect-error: no effect of a fault
void fault.explode;
// @ts-expect-error: no place of a fault
export const place: FaultPlace = 'job';
// @ts-expect-error: no topic of the stream of changes
export const topic: Topic = 'deliveries';

void callApi('POST /jobs/5/run');
// @ts-expect-error: misspelled
void callApi('GET /clok');
// @ts-expect-error: another method
void callApi('PUT /faults');
