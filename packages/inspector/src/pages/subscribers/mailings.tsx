import { useResource } from '../../api/resource.ts';
import type { ResponseOf } from '../../api/responses.ts';
import { encoded } from '../../api/send-request.ts';
import { Select } from '../../design/field/field.tsx';
import { urlOfRecord } from '../../design/link/link.tsx';
import { LoadedRows, type RowsDeclaration } from '../../design/list/list.tsx';
import { Section } from '../../design/page/page.tsx';
import * as column from '../../design/table/columns.tsx';
import { Time } from '../../design/time/time.tsx';
import { attemptRequest } from '../../design/toast/toast.tsx';
import { urlOf } from '../../location/location.ts';

type SubscriberDetail = ResponseOf<'GET /_admin/subscribers/{subscriber_id}'>;

export const Mailings = ({ detail }: { readonly detail: SubscriberDetail }) => {
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

/** Subscribes to the campaign that is chosen. One with double opt-in first asks for confirmation. */
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
