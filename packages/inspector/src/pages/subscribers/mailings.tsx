import { StateBadge } from '../../design/badge/badge.tsx';
import { Button } from '../../design/button/button.tsx';
import { DialogButton } from '../../design/dialog/dialog-button.tsx';
import { Section } from '../../design/page/page.tsx';
import { EmptyState } from '../../design/states/states.tsx';
import { timeColumn, wideOnly } from '../../design/table/columns.tsx';
import { type Column, Table } from '../../design/table/table.tsx';
import { Time } from '../../design/time/time.tsx';
import { attemptRequest } from '../../design/toast/toast.tsx';
import { urlOf } from '../../location/location.ts';
import { SubscribeToCampaign } from './subscribe-to-campaign.tsx';
import type { Membership, SubscriberDetail, Subscription } from './subscriber.ts';

interface MailingsProps {
  readonly detail: SubscriberDetail;
}

/** The campaigns and workflows of a subscriber. */
export const Mailings = ({ detail }: MailingsProps) => (
  <>
    <Campaigns detail={detail} />
    <Workflows detail={detail} />
  </>
);

const Campaigns = ({ detail: { subscriber, subscriptions } }: MailingsProps) => {
  const remove = ({ campaign_id: id, campaign_name: name }: Subscription) =>
    attemptRequest(`Removed from ${name ?? id}`, {
      method: 'POST',
      path: `/subscribers/${encodeURIComponent(subscriber.id)}/remove?campaign_id=${encodeURIComponent(id)}`,
    });
  const subscribe = (
    <DialogButton
      icon="plus"
      dialog={(onClose) => <SubscribeToCampaign email={subscriber.email} onClose={onClose} />}
    >
      Subscribe to a campaign
    </DialogButton>
  );
  return (
    <Section title="Campaigns" actions={subscribe}>
      {subscriptions.length === 0 ? (
        <EmptyState icon="campaign" title="In no campaign" />
      ) : (
        <Table
          label="Campaigns"
          columns={subscriptionColumns(remove)}
          rows={subscriptions}
          keyOf={({ id }) => id}
          hrefOf={({ campaign_id: id }) => urlOf(`/campaigns/${encodeURIComponent(id)}`)}
        />
      )}
    </Section>
  );
};

const Workflows = ({ detail: { subscriber, memberships } }: MailingsProps) => {
  const leave = ({ workflow_id: id, workflow_name: name }: Membership) =>
    attemptRequest(`Removed from ${name ?? id}`, {
      method: 'DELETE',
      path: `/workflows/${encodeURIComponent(id)}/subscribers/${encodeURIComponent(subscriber.id)}`,
    });
  return (
    <Section title="Workflows">
      {memberships.length === 0 ? (
        <EmptyState icon="flow" title="In no workflow">
          <p>
            Triggers enroll subscribers, or you do: open a <a href={urlOf('/workflows')}>workflow</a>.
          </p>
        </EmptyState>
      ) : (
        <Table
          label="Workflows"
          columns={membershipColumns(leave)}
          rows={memberships}
          keyOf={({ workflow_id: id }) => id}
          hrefOf={({ workflow_id: id }) => urlOf(`/workflows/${encodeURIComponent(id)}`)}
        />
      )}
    </Section>
  );
};

const subscriptionColumns = (
  onRemove: (subscription: Subscription) => unknown,
): readonly Column<Subscription>[] => [
  { header: 'Campaign', cell: (row) => row.campaign_name ?? row.campaign_id },
  {
    header: 'Status',
    width: '8rem',
    cell: (row) => <StateBadge state={row.is_complete ? 'completed' : row.status} />,
  },
  wideOnly({
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
  wideOnly(timeColumn('Last email', ({ last_sent_email_at: at }) => at, '7rem')),
  {
    header: '',
    width: '3.5rem',
    cell: (row) =>
      row.status === 'active' && (
        <Button
          look="bare"
          icon="trash"
          label={`Remove from ${row.campaign_name ?? row.campaign_id}`}
          onClick={() => onRemove(row)}
        />
      ),
  },
];

const membershipColumns = (onRemove: (membership: Membership) => unknown): readonly Column<Membership>[] => [
  { header: 'Workflow', cell: (row) => row.workflow_name ?? row.workflow_id },
  {
    header: 'Waits for',
    width: '8rem',
    cell: ({ waits_for: reason }) => reason ?? <span class="quiet">nothing</span>,
  },
  wideOnly({ header: 'Step', width: '5rem', cell: ({ step_id: id }) => Number(id.replace('step-', '')) + 1 }),
  wideOnly(timeColumn('Since', ({ created_at: at }) => at, '7rem')),
  {
    header: '',
    width: '3.5rem',
    cell: (row) => (
      <Button
        look="bare"
        icon="trash"
        label={`Remove from ${row.workflow_name ?? row.workflow_id}`}
        onClick={() => onRemove(row)}
      />
    ),
  },
];
