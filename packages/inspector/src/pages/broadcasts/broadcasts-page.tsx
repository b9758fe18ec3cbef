import { serverNow } from '../../api/clock.ts';
import type { ResponseOf } from '../../api/request.ts';
import { ConfirmButton } from '../../design/dialog/dialog.tsx';
import { column, declareList } from '../../design/list/list.tsx';
import { recordFilters } from '../../design/list/term-filters.ts';
import { Figures, Section } from '../../design/page/page.tsx';
import { Time } from '../../design/time/time.tsx';
import { act } from '../../design/toast/toast.tsx';
import { RecordButton } from '../../editor/record-dialog.tsx';
import { DeliveryTable, DueTable, EmailPreview, emailFigures, RATE_COLUMNS } from '../../mailing/mailing.tsx';
import { creationOf, EditRecord, noneYet } from '../../records/buttons.tsx';
import { declarePage, recordById } from '../../records/noun-page.tsx';
import { WhyNotButton } from '../../records/why-not.tsx';

type Broadcast = ResponseOf<'GET /_admin/broadcasts/{broadcast_id}'>;

export const BroadcastsPage = declarePage('broadcast', {
  lead: 'Single emails to all active subscribers, sent at one time.',
  creation: creationOf(
    'broadcast',
    {
      name: 'Autumn news',
      status: 'draft',
      subject: 'News for {{ subscriber.first_name | default: "you" }}',
      html_body: '<h1>News</h1><p><a href="{{ unsubscribe_url }}">Unsubscribe</a></p>',
      localize_sending_time: false,
    },
    'A draft is scheduled on its page.',
  ),
  list: declareList('broadcast', ['GET /_admin/broadcasts', 'broadcasts'], {
    topics: ['records', 'emails'],
    isWhole: true,
    filters: recordFilters('broadcasts'),
    columns: [
      {
        header: 'Broadcast',
        cell: ({ name, subject }) => (
          <span title={`${name}: ${subject}`}>
            {name} <span class="cell-note quiet wide-only">{subject}</span>
          </span>
        ),
      },
      column.state('Status', '7rem', ({ status }) => status),
      column.wide(column.time('Send time', ({ send_at: at }) => at, '7rem')),
      ...RATE_COLUMNS,
    ],
    empty: noneYet('broadcast'),
  }),
  record: recordById(
    'GET /_admin/broadcasts/{broadcast_id}',
    'broadcast_id',
    ['records', 'emails', 'clock'],
    {
      actions: (broadcast) => (
        <>
          <WhyNotButton sender={{ kind: 'broadcast', id: broadcast.id }} />
          {(broadcast.status === 'draft' || broadcast.status === 'scheduled') && (
            <Actions broadcast={broadcast} />
          )}
        </>
      ),
      content: (broadcast) => <Content broadcast={broadcast} />,
    },
  ),
});

interface BroadcastProps {
  readonly broadcast: Broadcast;
}

const Content = ({ broadcast }: BroadcastProps) => {
  const { id, due, emails, send_at: at } = broadcast;
  const note = at === null ? 'not scheduled' : <Time at={at} format="absolute" />;
  return (
    <>
      <Figures
        figures={[{ title: 'Send time', value: <Time at={at} />, note }, ...emailFigures(broadcast)]}
      />
      {emails[0] && (
        <Section title="Email">
          <EmailPreview email={emails[0]} choice={{ broadcast_id: id }} recipient={due[0]?.email} />
        </Section>
      )}
      <DeliveryTable broadcast_id={id} />
      <DueTable due={due} />
    </>
  );
};

const Actions = ({ broadcast }: BroadcastProps) => (
  <>
    <EditRecord
      noun="broadcast"
      id={broadcast.id}
      value={editableOf(broadcast)}
      hint="The send time has its own button."
    />
    {broadcast.status === 'scheduled' && (
      <ConfirmButton
        button={{ look: 'danger', children: 'Cancel broadcast' }}
        title={`Cancel ${broadcast.name}?`}
        onConfirm={() =>
          act('Broadcast canceled', 'POST /_admin/broadcasts/{broadcast_id}/cancel', {
            broadcast_id: broadcast.id,
          })
        }
      >
        No subscriber gets this broadcast. A canceled broadcast cannot be scheduled again.
      </ConfirmButton>
    )}
    <RecordButton
      button={{
        ...{ icon: 'clock', look: 'primary' },
        children: broadcast.status === 'draft' ? 'Schedule' : 'Reschedule',
      }}
      title={`Schedule ${broadcast.name}`}
      verb="Schedule"
      route="POST /_admin/broadcasts/{broadcast_id}/schedule"
      value={{ send_at: broadcast.send_at ?? new Date(serverNow.peek() + HOUR).toISOString() }}
      ids={{ broadcast_id: broadcast.id }}
      hint={
        broadcast.localize_sending_time
          ? "Each subscriber gets it at this time of day in their own time zone. The server's clock counts."
          : "All active subscribers get it at this time of the server's clock."
      }
      done="Broadcast scheduled"
    />
  </>
);

const editableOf = ({ emails: [email], localize_sending_time: isLocal, ...broadcast }: Broadcast) => ({
  ...broadcast,
  html_body: email?.html,
  text_body: email?.text,
  ...(broadcast.status === 'draft' && { localize_sending_time: isLocal }),
});

const HOUR = 3_600_000;
