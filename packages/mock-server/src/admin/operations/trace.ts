import { field as f } from '@trickle/sdk/contract';
import { operation } from '../operation.ts';
import { readTrace } from '../queries/history/trace.ts';

export const traceControls = {
  /**
   * Reads what a request or an action led to: events, conversions, campaigns and workflows entered, emails, webhook
   * deliveries with their attempts, and what waits. Takes the id of any of these rows, or the email address of a subscriber
   * for what concerned them last.
   */
  trace: operation({
    name: 'requests.trace',
    route: 'GET /_admin/trace',
    answers:
      '`rows` in the order in which they happened, each with its `number`, the number of its `parent`, `type`, `id`, `at`, `until`, `subscriber_id`, `email`, `sentence`, `state` and `ref`; the number `of` the row that was asked for; their `total`; and `is_cut`, if there are more than were read.',
    input: () => ({
      /**
       * The id of a request, an email, a webhook delivery, an event (`event-42`), a conversion, a form submission, an order, a
       * job, a background request, a broadcast, a campaign subscription or a workflow membership (`<workflow_id>/<subscriber_id>`),
       * or an email address.
       */
      of: f.name(),
      /** Only rows with a higher number. */
      after: f.optional(f.integerFrom(0)),
      /** From 1 to 1000. Default 500. */
      limit: f.optional(f.integerBetween(1, 1000)),
    }),
    first: ['of'],
    act: readTrace,
  }),
};
