import * as z from 'zod/mini';
import { endpoint } from './schema/endpoint.ts';
import { pageOut, perPageQuery } from './schema/envelope.ts';
import * as f from './schema/field.ts';
import { type Infer, schema } from './schema/schema.ts';

const EventAction = schema(() => f.text());

/** Page of the event actions. */
export const EventActionQuery = schema(() => z.object(perPageQuery()));
export interface EventActionQuery extends Infer<typeof EventActionQuery> {}

export const eventActions = {
  /** Lists the names of all custom events recorded in the account. */
  list: endpoint('GET /v2/{account_id}/event_actions', {
    query: EventActionQuery,
    response: pageOut<string>('event_actions', EventAction),
  }),
};
