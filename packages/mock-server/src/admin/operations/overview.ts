import { field as f, schema } from '@trickle/sdk/contract';
import * as z from 'zod/mini';
import { operation } from '../operation.ts';
import { readOverview } from '../queries/overview.ts';
import { searchAccount } from '../queries/records.ts';
import { account } from './fields.ts';

const Hours = schema(() =>
  z.strictObject({
    ...account(),
    /** The number of hours to count, from 1 to 168. Default 24. */
    hours: f.optional(f.integerBetween(1, 168)),
  }),
);
const Search = schema(() =>
  z.strictObject({
    ...account(),
    /** A part of a name, an email address or a URL, or an id. Without it, nothing is found. */
    q: f.optional(f.text()),
    /** The maximum number of results, from 1 to 100. Default 20. */
    limit: f.optional(f.integerBetween(1, 100)),
  }),
);
export const overview = [
  operation('overview.get', 'GET /_admin/overview', {
    summary: 'Count what happened in an account in the last hours',
    answers:
      '`now`, `buckets` (one for each hour, oldest first), `limits`, `counts`, `jobs`, `failing_webhooks` and the newest `notices`.',
    input: Hours,
    run: (_, { account_id, hours = 24 }, inspector) => readOverview(inspector, account_id, hours),
  }),
  operation('overview.search', 'GET /_admin/search', {
    summary: 'Find records and requests by name or id',
    answers: '`results`, each with `type`, `id`, `title` and `detail`.',
    input: Search,
    run: (_, { account_id, ...search }, inspector) => searchAccount(inspector, account_id, search),
  }),
];
