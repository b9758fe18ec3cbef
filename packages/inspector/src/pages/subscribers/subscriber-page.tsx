import { useResource } from '../../api/resource.ts';
import type { PageInput } from '../../app/router.tsx';
import { Website } from '../../app/website.tsx';
import { Json } from '../../design/code/code.tsx';
import { Figures } from '../../design/figures/figures.tsx';
import { moneyText, numberText } from '../../design/number/number.ts';
import { Section } from '../../design/page/page.tsx';
import { EmptyState } from '../../design/states/states.tsx';
import { Tabs } from '../../design/tabs/tabs.tsx';
import { Time } from '../../design/time/time.tsx';
import { LoadedRecord, RecordPage } from '../../records/record-page.tsx';
import { ActivityList } from './activity-list.tsx';
import { Attributes } from './attributes.tsx';
import { Mailings } from './mailings.tsx';
import { nameOf, ofAccount, type SubscriberDetail, type Visitor } from './subscriber.ts';
import { SubscriberActions } from './subscriber-actions.tsx';
import { Tags } from './tags.tsx';
import { ValueChanges } from './value-changes.tsx';

/** One subscriber: attributes, mailings, scores, and a timeline of what happened. */
export const SubscriberPage = ({ id = '' }: PageInput) => {
  const resource = useResource(
    'GET /_admin/subscribers/{subscriber_id}',
    { subscriber_id: id, ...ofAccount() },
    ['records', 'events', 'emails'],
  );
  return (
    <LoadedRecord of={resource} noun="Subscriber" list={LIST}>
      {(detail) => <Content detail={detail} />}
    </LoadedRecord>
  );
};

const LIST = { path: '/subscribers', title: 'Subscribers' };

const Content = ({ detail }: { readonly detail: SubscriberDetail }) => {
  const { subscriber } = detail;
  return (
    <RecordPage
      title={subscriber.email}
      state={subscriber.delivery_status}
      id={subscriber.id}
      list={LIST}
      detail={nameOf(subscriber)}
      actions={<SubscriberActions detail={detail} />}
    >
      <Figures figures={figuresOf(detail)} />
      <div class="subscriber-columns">
        <aside class="subscriber-side" aria-label="Attributes">
          <Tags subscriber={subscriber} />
          <Attributes subscriber={subscriber} />
        </aside>
        <Parts detail={detail} />
      </div>
    </RecordPage>
  );
};

const figuresOf = ({ subscriber, subscriptions, memberships, ...changes }: SubscriberDetail) => [
  {
    title: 'Lead score',
    value: typeof subscriber.lead_score === 'number' ? numberText(subscriber.lead_score) : '–',
    note: changes.lead_score_changes[0]?.reason ?? 'no changes',
  },
  {
    title: 'Lifetime value',
    value: moneyText(subscriber.lifetime_value),
    note: changes.lifetime_value_changes[0]?.reason ?? 'no changes',
  },
  {
    title: 'Campaigns',
    value: numberText(subscriptions.length),
    note: `${subscriptions.filter(({ next_send_at: at }) => at !== null).length} under way`,
  },
  { title: 'Workflows', value: numberText(memberships.length), note: 'enrolled now' },
  { title: 'Created', value: <Time at={subscriber.created_at} /> },
];

const Parts = ({ detail }: { readonly detail: SubscriberDetail }) => {
  const { subscriber, subscriptions, memberships, visitors } = detail;
  const changes = detail.lead_score_changes.length + detail.lifetime_value_changes.length;
  return (
    <Tabs
      label="Parts of the subscriber"
      parameter="part"
      tabs={[
        { id: 'activity', title: 'Activity', content: <ActivityList subscriberId={subscriber.id} /> },
        {
          id: 'mailings',
          title: 'Campaigns and workflows',
          count: subscriptions.length + memberships.length,
          content: <Mailings detail={detail} />,
        },
        { id: 'value', title: 'Score and value', count: changes, content: <ValueChanges detail={detail} /> },
        {
          id: 'visitors',
          title: 'Visitors',
          count: visitors.length,
          content: <Visitors visitors={visitors} />,
        },
      ]}
    />
  );
};

/** The browsers that a subscriber used. */
const Visitors = ({ visitors }: { readonly visitors: readonly Visitor[] }) =>
  visitors.length === 0 ? (
    <EmptyState icon="monitor" title="Seen in no browser">
      <p>
        A page with the page script identifies its visitor, for example by a form. Try it on the <Website />{' '}
        of the account.
      </p>
    </EmptyState>
  ) : (
    visitors.map(({ uuid, created_at: at, data }) => (
      <Section key={uuid} title={<span class="mono wrap">{uuid}</span>} isCard>
        <p class="quiet">
          First seen <Time at={at} />
        </p>
        <Json label="Data" value={data} />
      </Section>
    ))
  );
