import type { ResponseOf } from '../../api/responses.ts';
import { encoded } from '../../api/send-request.ts';
import { Website } from '../../app/website.tsx';
import { Button } from '../../design/button/button.tsx';
import { Json } from '../../design/code/code.tsx';
import { Figures } from '../../design/facts/facts.tsx';
import { AddField } from '../../design/field/add-field.tsx';
import { Section } from '../../design/page/page.tsx';
import { EmptyState } from '../../design/states/states.tsx';
import { Tabs } from '../../design/tabs/tabs.tsx';
import { Time } from '../../design/time/time.tsx';
import { attemptRequest } from '../../design/toast/toast.tsx';
import { moneyText, numberText } from '../../design/words.ts';
import { urlOf } from '../../location/location.ts';
import { recordById } from '../../records/noun-page.tsx';
import { ActivityList } from './activity-list.tsx';
import { Attributes } from './attributes.tsx';
import { Mailings } from './mailings.tsx';
import { SubscriberActions } from './subscriber-actions.tsx';
import { ValueChanges } from './value-changes.tsx';

interface Names {
  readonly first_name?: unknown;
  readonly last_name?: unknown;
}

/** The first and last name, if the subscriber has any. */
export const nameOf = ({ first_name, last_name }: Names): string =>
  [first_name, last_name].filter((part) => typeof part === 'string' && part !== '').join(' ');

type SubscriberDetail = ResponseOf<'GET /_admin/subscribers/{subscriber_id}'>;

/** One subscriber: attributes, mailings, scores, and a timeline of what happened. */
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
        <div class="sides subscriber">
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
