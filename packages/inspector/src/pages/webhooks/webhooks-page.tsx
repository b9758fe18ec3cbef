import { List } from '../../design/list/list.tsx';
import { Section } from '../../design/page/page.tsx';
import { numberColumn, textColumn, wideOnly } from '../../design/table/columns.tsx';
import { declareRecordListPage } from '../../records/record-list-page.tsx';
import { WebhookState } from '../../records/webhook-state.tsx';
import { DELIVERIES } from './deliveries.tsx';

/** All webhooks with their numbers, and their latest deliveries. */
export const WebhooksPage = declareRecordListPage('webhooks', {
  title: 'Webhooks',
  lead: 'Events are posted to your endpoints and retried with growing delays until one answers 2xx.',
  icon: 'webhook',
  topics: ['webhook_deliveries', 'records'],
  noun: 'webhook',
  type: 'webhook',
  example: { post_url: '', events: [] },
  hint: 'Without a choice of events, the webhook gets all of them.',
  columns: [
    { header: 'URL', cell: ({ url }) => <ShortUrl url={url} /> },
    { header: 'Status', width: '10.5rem', cell: (webhook) => <WebhookState of={webhook} /> },
    wideOnly(
      textColumn(
        'Events',
        ({ events }) =>
          events.length === 1 ? events[0]?.replace(/^subscriber\./, '') : `${events.length} events`,
        '8rem',
      ),
    ),
    wideOnly(numberColumn('Delivered', '6rem', ({ delivered }) => delivered)),
    wideOnly(numberColumn('Retrying', '5.5rem', ({ pending }) => pending)),
    numberColumn('Gave up', '5.5rem', ({ failed }) => failed),
    numberColumn('Dropped', '5.5rem', ({ dropped }) => dropped),
    wideOnly(numberColumn('Held', '4rem', ({ held }) => held)),
  ],
  empty: 'Add one here, with the SDK, or in the seed. Its deliveries appear as events occur.',
  below: () => (
    <Section title="Latest deliveries">
      <List of={DELIVERIES} />
    </Section>
  ),
});

/** A URL whose scheme is hidden when space is short. */
const ShortUrl = ({ url }: { readonly url: string }) => {
  const [scheme = ''] = /^https?:\/\//.exec(url) ?? [];
  return (
    <span title={url}>
      <span class="wide-only">{scheme}</span>
      {url.slice(scheme.length)}
    </span>
  );
};
