import { useSignal } from '@preact/signals';
import { wordOfDelivery } from '@trickle/design/deliveries';
import { ofAccount } from '../../api/accounts.ts';
import { type List, useList } from '../../api/list.ts';
import { StateBadge } from '../../design/badge/badge.tsx';
import { Button } from '../../design/button/button.tsx';
import { classes } from '../../design/classes.ts';
import { Select } from '../../design/field/field.tsx';
import { Icon } from '../../design/icon/icon.tsx';
import { CauseLink, IdLink, RefLink, TraceLink } from '../../design/link/link.tsx';
import { EmptyState, ErrorState, Loading, Section } from '../../design/page/page.tsx';
import { bind } from '../../design/signals.ts';
import { formatOf, Time } from '../../design/time/time.tsx';
import { counted } from '../../design/words.ts';
import {
  type Activity,
  factsOf,
  groupActivities,
  iconOf,
  ofKind,
  type ReportedActivity,
  sentenceOf,
  toneOf,
} from './activity.ts';

const KIND_OPTIONS = [
  ['', 'Everything'],
  ['emails', 'Emails'],
  ['events', 'Events'],
  ['webhooks', 'Webhook deliveries'],
  ['visits', 'Visits, forms and conversions'],
  ['orders', 'Orders'],
] as const;

export const ActivityList = ({ subscriberId }: { readonly subscriberId: string }) => {
  const kind = useSignal('');
  const list = useList({
    route: 'GET /_admin/subscribers/{subscriber_id}/activity',
    input: { subscriber_id: subscriberId, ...ofAccount() },
    member: 'activity',
    topics: ['events', 'emails', 'webhook_deliveries', 'records'],
    keyOf: ({ id }) => id,
  });
  return (
    <Section
      title="Timeline"
      actions={<Select label="Show" isLabelHidden {...bind(kind)} options={KIND_OPTIONS} />}
    >
      <Days list={list} kind={kind.value} />
    </Section>
  );
};

const Days = ({ list, kind }: { readonly list: List<Activity>; readonly kind: string }) => {
  if (list.isLoading) return <Loading rows={8} />;
  if (list.error && list.items.length === 0) return <ErrorState error={list.error} onRetry={list.reload} />;
  const days = groupActivities(ofKind(list.items, kind));
  const shown = days.reduce((sum, { activities }) => sum + activities.length, 0);
  if (days.length === 0 && !list.hasMore) {
    return (
      <EmptyState icon="clock" title={kind === '' ? 'Nothing has happened yet' : 'Nothing of this kind'}>
        <p>Record an event, or subscribe this subscriber to a campaign.</p>
      </EmptyState>
    );
  }
  return (
    <div class="stack">
      {days.map(({ date, activities }) => (
        <section key={date}>
          <h3 class="activity-date quiet">{dateText(date)}</h3>
          <Timeline activities={activities} />
        </section>
      ))}
      <div class="actions spread pager quiet number">
        {counted(shown, 'entries')}
        {list.hasMore && <Button onClick={list.loadMore}>Load more</Button>}
      </div>
    </div>
  );
};

const dates = new Intl.DateTimeFormat('en', { dateStyle: 'full', timeZone: 'UTC' });

const dateText = (date: string): string => dates.format(Date.parse(date));

const Timeline = ({ activities }: { readonly activities: readonly ReportedActivity[] }) => {
  const format = formatOf(activities.map(({ at }) => at));
  return (
    <ol class="timeline">
      {activities.map((activity) => (
        <li key={activity.id}>
          <span class={classes('timeline-mark', toneOf(activity))}>
            <Icon name={iconOf(activity)} />
          </span>
          <div class="timeline-content">
            <div class="row">
              <span class="wrap">{sentenceOf(activity)}</span>
              <span class="quiet">
                <Time at={activity.at} format={format} />
              </span>
            </div>
            <div class="quiet wrap">
              <Details activity={activity} />
            </div>
          </div>
        </li>
      ))}
    </ol>
  );
};

const Details = ({ activity }: { readonly activity: ReportedActivity }) => {
  const facts = factsOf(activity);
  return (
    <>
      {facts.length > 0 && (
        <span class="actions loose activity-links">
          {facts.map(([name, value]) => (
            <span key={name}>
              {name} <b>{value}</b>
            </span>
          ))}
        </span>
      )}
      <Links activity={activity} />
    </>
  );
};

const Links = ({
  activity: { id, type, detail, cause, refs, deliveries },
}: {
  readonly activity: ReportedActivity;
}) => {
  const others = refs.filter(({ id }) => id !== cause?.id);
  return (
    <span class="actions loose activity-links">
      {cause && (
        <span>
          from <CauseLink cause={cause} />
        </span>
      )}
      <TraceLink of={id} />
      {others.map((ref) => (
        <RefLink key={`${ref.type} ${ref.id}`} to={ref} />
      ))}
      {type === 'webhook_delivery' && typeof detail.webhook_id === 'string' && (
        <IdLink type="webhook" id={detail.webhook_id} text="webhook" />
      )}
      {deliveries.map((delivery) => (
        <span key={delivery.id} class="icon-text" title={delivery.title}>
          <IdLink type="webhook_delivery" id={delivery.id} text="webhook delivery" />{' '}
          <StateBadge
            state={wordOfDelivery(String(delivery.detail.state), Number(delivery.detail.attempts))}
          />
        </span>
      ))}
    </span>
  );
};
