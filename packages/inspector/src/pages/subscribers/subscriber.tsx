import { useMemo } from 'preact/hooks';
import type { ResponseOf } from '../../api/request.ts';
import { useResource } from '../../api/resource.ts';
import { encoded } from '../../api/send-request.ts';
import { Website } from '../../app/website.tsx';
import { Button } from '../../design/button/button.tsx';
import { classes } from '../../design/classes.ts';
import { Json } from '../../design/code/code.tsx';
import { AddField, Select } from '../../design/field/field.tsx';
import { CauseLink, IdLink, urlOfRecord } from '../../design/link/link.tsx';
import { column, LoadedRows, type RowsDeclaration } from '../../design/list/list.tsx';
import { DetailList, EmptyState, Figures, Fold, Section } from '../../design/page/page.tsx';
import { Tabs } from '../../design/tabs/tabs.tsx';
import { Time } from '../../design/time/time.tsx';
import { attemptRequest } from '../../design/toast/toast.tsx';
import { changeText, labelOf, moneyChangeText, moneyText, numberText } from '../../design/words.ts';
import { urlOf } from '../../location/location.ts';
import { recordById } from '../../records/noun-page.tsx';
import { ActivityList } from './activity-list.tsx';
import { SubscriberActions } from './subscriber-actions.tsx';

export const nameOf = ({
  first_name,
  last_name,
}: Partial<Record<'first_name' | 'last_name', unknown>>): string =>
  [first_name, last_name].filter((part) => typeof part === 'string' && part !== '').join(' ');

type SubscriberDetail = ResponseOf<'GET /_admin/subscribers/{subscriber_id}'>;

export const SUBSCRIBER = recordById(
  'GET /_admin/subscribers/{subscriber_id}',
  'subscriber_id',
  ['records', 'events', 'emails'],
  {
    head: ({ subscriber }) => ({
      title: subscriber.email,
      state: subscriber.delivery_status,
      id: subscriber.id,
      detail: nameOf(subscriber),
    }),
    actions: (detail) => <SubscriberActions detail={detail} />,
    content: (detail) => (
      <>
        <Figures figures={figuresOf(detail)} />
        <div class="sides" style={{ '--sides': 'minmax(0, 1fr) 20rem' }}>
          <aside class="subscriber-side" aria-label="Attributes">
            <Tags subscriber={detail.subscriber} />
            <Attributes subscriber={detail.subscriber} />
          </aside>
          <Parts detail={detail} />
        </div>
      </>
    ),
  },
);

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

const Tags = ({ subscriber: { email, tags } }: Pick<SubscriberDetail, 'subscriber'>) => {
  const add = (tag: string) =>
    attemptRequest(`Tag “${tag}” added`, 'POST', '/tags', { tags: [{ email, tag }] });
  const remove = (tag: string) =>
    attemptRequest(`Tag “${tag}” removed`, 'DELETE', encoded`/subscribers/${email}/tags/${tag}`);
  return (
    <Section title="Tags" isCard>
      {tags.length > 0 && (
        <ul class="actions tag-list">
          {tags.map((tag) => (
            <li key={tag}>
              <a class="wrap" href={urlOf('/subscribers', { tag })}>
                {tag}
              </a>
              <Button look="bare" icon="close" label={`Remove tag ${tag}`} onClick={() => remove(tag)} />
            </li>
          ))}
        </ul>
      )}
      <AddField label="New tag" onAdd={add} />
    </Section>
  );
};

const Parts = ({ detail }: { readonly detail: SubscriberDetail }) => {
  const { subscriber, subscriptions, memberships, visitors } = detail;
  const inside = subscriptions.length + memberships.length;
  const changes = detail.lead_score_changes.length + detail.lifetime_value_changes.length;
  const visited = <Visitors visitors={visitors} />;
  return (
    <Tabs
      label="Parts of the subscriber"
      parameter="part"
      tabs={[
        { id: 'activity', title: 'Activity', content: <ActivityList subscriberId={subscriber.id} /> },
        {
          ...{ id: 'mailings', title: 'Campaigns and workflows', count: inside },
          content: <Mailings detail={detail} />,
        },
        { id: 'value', title: 'Score and value', count: changes, content: <ValueChanges detail={detail} /> },
        { id: 'visitors', title: 'Visitors', count: visitors.length, content: visited },
      ]}
    />
  );
};

const Visitors = ({ visitors }: Pick<SubscriberDetail, 'visitors'>) =>
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

/** Attributes that the page shows elsewhere, or that say nothing new. */
const SHOWN_ELSEWHERE = new Set([
  'custom_fields',
  'delivery_status',
  'email',
  'href',
  'id',
  'lead_score',
  'lifetime_value',
  'links',
  'status',
  'tags',
]);

const Attributes = ({
  subscriber,
}: Pick<ResponseOf<'GET /_admin/subscribers/{subscriber_id}'>, 'subscriber'>) => {
  const fields = Object.entries(subscriber.custom_fields);
  // Folded where they would stand above the timeline.
  const isBeside = useMemo(() => window.matchMedia('(min-width: 1081px)').matches, []);
  return (
    <div class="folds">
      <Fold summary={<h2>Attributes</h2>} isOpen={isBeside}>
        <DetailList
          details={Object.entries(subscriber)
            .filter(([name, value]) => !SHOWN_ELSEWHERE.has(name) && value !== null && value !== '')
            .map(([name, value]) => [labelOf(name), shown(name, value)])}
        />
      </Fold>
      <Fold summary={<h2>Custom fields</h2>} isOpen={isBeside}>
        {fields.length === 0 ? (
          <p class="quiet">None. Add them with Edit.</p>
        ) : (
          <DetailList details={fields} />
        )}
      </Fold>
    </div>
  );
};

function shown(name: string, value: unknown) {
  if (name.endsWith('_at') && typeof value === 'string') return <Time at={value} format="absolute" />;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

type ValueChange = SubscriberDetail['lead_score_changes'][number] &
  Partial<Pick<SubscriberDetail['lifetime_value_changes'][number], 'order_id'>>;

const ValueChanges = ({ detail }: { readonly detail: SubscriberDetail }) => (
  <>
    <Section title="Lead score">
      <LoadedRows of={SCORE} rows={detail.lead_score_changes} />
    </Section>
    <Section title="Lifetime value">
      <LoadedRows of={VALUE} rows={detail.lifetime_value_changes} />
    </Section>
  </>
);

const changesOf = (
  name: string,
  advice: string,
  texts: { readonly change: (change: number) => string; readonly total: (total: number) => string },
): RowsDeclaration<ValueChange> => ({
  noun: 'changes',
  label: `Changes of the ${name}`,
  columns: [
    column.number('Change', '6.5rem', ({ change }) => (
      <span class={classes('tone', change < 0 ? 'bad' : 'good')}>{texts.change(change)}</span>
    )),
    column.text('Reason', ({ reason }) => reason),
    column.wide({ header: 'Cause', width: '9rem', cell: (change) => <Causes change={change} /> }),
    column.number('Total', '6.5rem', ({ total }) => (total === null ? '–' : texts.total(total))),
    column.wide(column.time('Time', ({ at }) => at)),
  ],
  keyOf: (change) => `${change.at} ${change.total} ${change.reason}`,
  empty: ['goal', `The ${name} has not changed`, advice],
});

const Causes = ({ change: { cause, order_id: order } }: { readonly change: ValueChange }) => (
  <>
    <CauseLink cause={cause} />
    {order && (
      <>
        {', '}
        <IdLink type="order" id={order} text="order" />
      </>
    )}
  </>
);

const SCORE = changesOf('lead score', 'Custom events with points change it, if the account scores leads.', {
  change: changeText,
  total: numberText,
});

const VALUE = changesOf('lifetime value', 'Orders, refunds and purchases change it.', {
  change: moneyChangeText,
  total: moneyText,
});

const Mailings = ({ detail }: { readonly detail: SubscriberDetail }) => {
  const { subscriber, subscriptions, memberships } = detail;
  const subscribe = <SubscribeToCampaign email={subscriber.email} />;
  return (
    <>
      <Section title="Campaigns" actions={subscribe}>
        <LoadedRows of={campaignsOf(subscriber.id)} rows={subscriptions} />
      </Section>
      <Section title="Workflows">
        <LoadedRows of={workflowsOf(subscriber.id)} rows={memberships} />
      </Section>
    </>
  );
};

type Subscription = SubscriberDetail['subscriptions'][number];

const campaignsOf = (subscriberId: string): RowsDeclaration<Subscription> => ({
  noun: 'campaigns',
  columns: [
    { header: 'Campaign', cell: (row) => row.campaign_name ?? row.campaign_id },
    column.state('Status', '8rem', (row) => (row.is_complete ? 'completed' : row.status)),
    column.wide({
      header: 'Next email',
      width: '11rem',
      cell: ({ next_email_number: number, next_send_at: at }) =>
        number === null ? (
          <span class="quiet">none</span>
        ) : (
          <>
            #{number} <Time at={at} />
          </>
        ),
    }),
    column.wide(column.time('Last email', ({ last_sent_email_at: at }) => at, '7rem')),
    column.remove(
      ({ status, campaign_name: name, campaign_id: id }) =>
        status === 'active' ? `Remove from ${name ?? id}` : undefined,
      ({ campaign_name: name, campaign_id: id }) =>
        attemptRequest(
          `Removed from ${name ?? id}`,
          'POST',
          encoded`/subscribers/${subscriberId}/remove?campaign_id=${id}`,
        ),
    ),
  ],
  hrefOf: ({ campaign_id: id }) => urlOfRecord('campaign', id),
  empty: ['campaign', 'In no campaign'],
});

type Membership = SubscriberDetail['memberships'][number];

const workflowsOf = (subscriberId: string): RowsDeclaration<Membership> => ({
  noun: 'workflows',
  columns: [
    column.text('Workflow', (row) => row.workflow_name ?? row.workflow_id),
    {
      header: 'Waits for',
      width: '8rem',
      cell: ({ waits_for: reason }) => reason ?? <span class="quiet">nothing</span>,
    },
    column.wide({
      header: 'Step',
      width: '5rem',
      cell: ({ step_id: id }) => Number(id.replace('step-', '')) + 1,
    }),
    column.wide(column.time('Since', ({ created_at: at }) => at, '7rem')),
    column.remove(
      ({ workflow_name: name, workflow_id: id }) => `Remove from ${name ?? id}`,
      ({ workflow_name: name, workflow_id: id }) =>
        attemptRequest(
          `Removed from ${name ?? id}`,
          'DELETE',
          encoded`/workflows/${id}/subscribers/${subscriberId}`,
        ),
    ),
  ],
  keyOf: ({ workflow_id: id }) => id,
  hrefOf: ({ workflow_id: id }) => urlOfRecord('workflow', id),
  empty: [
    'flow',
    'In no workflow',
    () => (
      <p>
        Triggers enroll subscribers, or you do: open a <a href={urlOf('/workflows')}>workflow</a>.
      </p>
    ),
  ],
});

const SubscribeToCampaign = ({ email }: { readonly email: string }) => {
  const { data } = useResource('GET /_admin/campaigns', {}, ['records']);
  const campaigns = data?.campaigns ?? [];
  const subscribe = (id: string) =>
    attemptRequest('Subscribed', 'POST', encoded`/campaigns/${id}/subscribers`, { subscribers: [{ email }] });
  return (
    <Select
      label="Subscribe to a campaign"
      isLabelHidden
      value=""
      options={[
        ['', campaigns.length === 0 ? 'No campaigns' : 'Subscribe to a campaign'],
        ...campaigns.map(({ id, name, status }) => [id, `${name} (${status})`] as const),
      ]}
      onInput={subscribe}
    />
  );
};
