import { useSignal } from '@preact/signals';
import { callForAccount } from '../../api/accounts.ts';
import { serverNow } from '../../api/clock.ts';
import type { ResponseOf } from '../../api/responses.ts';
import { ConfirmButton, DialogButton } from '../../design/dialog/dialog-button.tsx';
import { FormDialog } from '../../design/dialog/form-dialog.tsx';
import { Field } from '../../design/field/field.tsx';
import { Figures } from '../../design/figures/figures.tsx';
import { Section } from '../../design/page/page.tsx';
import { bind } from '../../design/signals.ts';
import { Time } from '../../design/time/time.tsx';
import { act, attempt } from '../../design/toast/toast.tsx';
import { DeliveryTable } from '../../mailing/delivery-table.tsx';
import { DueTable } from '../../mailing/due-table.tsx';
import { EmailPreview } from '../../mailing/email-preview.tsx';
import { emailFigures } from '../../mailing/mailing.ts';
import { EditButton } from '../../records/buttons.tsx';
import { declareRecordPage } from '../../records/record-page.tsx';
import { WhyNotButton } from '../../records/why-not.tsx';

type Broadcast = ResponseOf<'GET /_admin/broadcasts/{broadcast_id}'>;

/** One broadcast: its numbers, its email, its recipients. */
export const BroadcastPage = declareRecordPage('GET /_admin/broadcasts/{broadcast_id}', 'broadcast_id', {
  noun: 'Broadcast',
  list: { path: '/broadcasts', title: 'Broadcasts' },
  topics: ['records', 'emails', 'clock'],
  headOf: ({ name, status, id }) => ({ title: name, state: status, id }),
  actions: (broadcast) => (
    <>
      <WhyNotButton sender={{ kind: 'broadcast', id: broadcast.id }} />
      {(broadcast.status === 'draft' || broadcast.status === 'scheduled') && (
        <Actions broadcast={broadcast} />
      )}
    </>
  ),
  content: (broadcast) => {
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
        <div class="columns">
          <DueTable due={due} isSeries={false} />
          <DeliveryTable broadcast_id={id} />
        </div>
      </>
    );
  },
});

interface BroadcastProps {
  readonly broadcast: Broadcast;
}

/** Edits, schedules and cancels a broadcast that is not sent. */
const Actions = ({ broadcast }: BroadcastProps) => (
  <>
    <EditButton
      noun="broadcast"
      nouns="broadcasts"
      route="PUT /_admin/broadcasts/{broadcast_id}"
      ids={{ broadcast_id: broadcast.id }}
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
    <DialogButton
      icon="clock"
      look="primary"
      dialog={(onClose) => <Schedule broadcast={broadcast} onClose={onClose} />}
    >
      {broadcast.status === 'draft' ? 'Schedule' : 'Reschedule'}
    </DialogButton>
  </>
);

/** What can be changed in a broadcast, in the format of a seed. */
const editableOf = ({ name, status, localize_sending_time, emails: [email] }: Broadcast) => ({
  name,
  subject: email?.subject,
  html_body: email?.html,
  text_body: email?.text,
  ...(status === 'draft' && { localize_sending_time }),
});

const HOUR = 3_600_000;

interface ScheduleProps extends BroadcastProps {
  readonly onClose: () => void;
}

const Schedule = ({ broadcast, onClose }: ScheduleProps) => {
  const first = broadcast.send_at ? Date.parse(broadcast.send_at) : serverNow.peek() + HOUR;
  const at = useSignal(new Date(first).toISOString().slice(0, 16)); // the field shows UTC as a local time
  const schedule = () =>
    attempt('Broadcast scheduled', async () => {
      const input = { broadcast_id: broadcast.id, send_at: new Date(`${at.value}Z`).toISOString() };
      await callForAccount('POST /_admin/broadcasts/{broadcast_id}/schedule', input);
      return true;
    });
  return (
    <FormDialog
      title={`Schedule ${broadcast.name}`}
      verb="Schedule"
      isDisabled={at.value === ''}
      onSubmit={schedule}
      onClose={onClose}
    >
      <Field
        label="Send time (UTC)"
        type="datetime-local"
        isRequired
        {...bind(at)}
        hint={
          broadcast.localize_sending_time
            ? "Each subscriber gets it at this time of day in their own time zone. The server's clock counts."
            : "All active subscribers get it at this time of the server's clock."
        }
      />
    </FormDialog>
  );
};
