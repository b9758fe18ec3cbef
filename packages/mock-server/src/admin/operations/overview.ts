import { field as f } from '@trickle/sdk/contract';
import { operation } from '../operation.ts';
import { readOverview } from '../queries/overview.ts';
import { searchAccount } from '../queries/search.ts';

export const overview = {
  /** Counts what happened in an account in the last hours. */
  get: operation({
    route: 'GET /_admin/overview',
    answers:
      '`now`, `buckets` (one for each hour, oldest first), `refusals` (the most frequent reasons why requests were refused), `limits`, `counts`, `jobs`, `failing_webhooks` (those that fail or are disabled) and the newest `notices`.',
    input: () => ({
      /** The number of hours to count, from 1 to 168. Default 24. */
      hours: f.optional(f.integerBetween(1, 168)),
    }),
    act: (scope, { accountId, hours = 24 }) => readOverview(scope, accountId, hours),
  }),
  /** Finds records, tags, events, operations and requests by name or id. Each kind has a share of the results. */
  search: operation({
    route: 'GET /_admin/search',
    answers: '`results`, each with `type`, `id`, `title` and `detail`.',
    input: () => ({
      /** A part of a name, an email address or a URL, or an id; after a noun, as in `webhook crm`, only of that kind. Without it, nothing is found. */
      q: f.optional(f.text()),
      /** The maximum number of results, from 1 to 100. Default 20. */
      limit: f.optional(f.integerBetween(1, 100)),
    }),
    run: searchAccount,
  }),
};
