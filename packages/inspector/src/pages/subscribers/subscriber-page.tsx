import { useResource } from '../../api/resource.ts';
import type { PageInput } from '../../app/router.tsx';
import { StateBadge } from '../../design/badge/badge.tsx';
import { CopyButton } from '../../design/copy-button/copy-button.tsx';
import { Figures } from '../../design/figures/figures.tsx';
import { Icon } from '../../design/icon/icon.tsx';
import { moneyText, numberText } from '../../design/number/number.ts';
import { Page } from '../../design/page/page.tsx';
import { Loaded } from '../../design/states/states.tsx';
import { Tabs } from '../../design/tabs/tabs.tsx';
import { Time } from '../../design/time/time.tsx';
import { query, setQuery, urlOf } from '../../location/location.ts';
import { ActivityList } from './activity-list.tsx';
import { Attributes } from './attributes.tsx';
import { Mailings } from './mailings.tsx';
import { nameOf, ofAccount, type SubscriberDetail } from './subscriber.ts';
import { SubscriberActions } from './subscriber-actions.tsx';
import { Tags } from './tags.tsx';
import { ValueChanges } from './value-changes.tsx';
import { Visitors } from './visitors.tsx';

/** One subscriber: attributes, mailings, scores, and a timeline of what happened. */
export const SubscriberPage = ({ parameters: { subscriber_id: id = '' } }: PageInput) => {
  const resource = useResource<SubscriberDetail>(`/subscribers/${encodeURIComponent(id)}`, ofAccount(), [
    'records',
    'events',
    'emails',
  ]);
  if (!resource.data) {
    return (
      <Page title="Subscriber" lead={<BackLink />}>
        <Loaded of={resource}>{() => null}</Loaded>
      </Page>
    );
  }
  return <Content detail={resource.data} />;
};

const BackLink = () => (
  <a class="subscriber-back" href={urlOf('/subscribers')} data-close>
    <Icon name="chevron" /> Subscribers
  </a>
);

const Content = ({ detail }: { readonly detail: SubscriberDetail }) => {
  const { subscriber } = detail;
  return (
    <Page
      title={
        <span class="subscriber-title">
          {subscriber.email} <StateBadge state={subscriber.delivery_status} />
        </span>
      }
      lead={
        <span class="subscriber-lead">
          <BackLink />
          <span>{nameOf(subscriber)}</span>
          <span class="mono">{subscriber.id}</span>
          <CopyButton text={subscriber.id} />
        </span>
      }
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
    </Page>
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
  const open = query.value.get('part') ?? 'activity';
  return (
    <Tabs
      label="Parts of the subscriber"
      tabs={[
        { id: 'activity', title: 'Activity' },
        {
          id: 'mailings',
          title: 'Campaigns and workflows',
          count: subscriptions.length + memberships.length,
        },
        { id: 'value', title: 'Score and value', count: changes },
        { id: 'visitors', title: 'Visitors', count: visitors.length },
      ]}
      open={open}
      onOpen={(id) => setQuery({ part: id === 'activity' ? '' : id })}
    >
      {open === 'activity' && <ActivityList subscriberId={subscriber.id} />}
      {open === 'mailings' && <Mailings detail={detail} />}
      {open === 'value' && <ValueChanges detail={detail} />}
      {open === 'visitors' && <Visitors visitors={visitors} />}
    </Tabs>
  );
};
