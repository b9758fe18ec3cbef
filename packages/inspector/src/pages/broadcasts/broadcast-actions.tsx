import { useSignal } from '@preact/signals';
import { serverNow } from '../../api/clock.ts';
import { callApi } from '../../api/request.ts';
import { ConfirmButton, DialogButton } from '../../design/dialog/dialog-button.tsx';
import { FormDialog } from '../../design/dialog/form-dialog.tsx';
import { Field } from '../../design/field/field.tsx';
import { bind } from '../../design/signals.ts';
import { attempt } from '../../design/toast/toast.tsx';
import { ofAccount } from '../../mailing/mailing.ts';
import { EditButton } from '../../records/edit-button.tsx';
import { type Broadcast, canBeScheduled, editableOf, fieldTime, timeInField } from './broadcast.ts';

interface BroadcastActionsProps {
  readonly broadcast: Broadcast;
}

/** Edits, schedules and cancels a broadcast that is not sent. */
export const BroadcastActions = ({ broadcast }: BroadcastActionsProps) => {
  if (!canBeScheduled(broadcast)) return null;
  return (
    <>
      <EditButton
        noun="broadcast"
        nouns="broadcasts"
        route="PUT /_admin/broadcasts/{broadcast_id}"
        ids={{ broadcast_id: broadcast.id }}
        value={editableOf(broadcast)}
        about={{ broadcast_id: broadcast.id }}
        hint="The send time has its own button."
      />
      {broadcast.status === 'scheduled' && <CancelButton broadcast={broadcast} />}
      <DialogButton
        icon="clock"
        look="primary"
        dialog={(onClose) => <Schedule broadcast={broadcast} onClose={onClose} />}
      >
        {broadcast.status === 'draft' ? 'Schedule' : 'Reschedule'}
      </DialogButton>
    </>
  );
};

const CancelButton = ({ broadcast: { id, name } }: BroadcastActionsProps) => (
  <ConfirmButton
    button={{ look: 'danger', children: 'Cancel broadcast' }}
    title={`Cancel ${name}?`}
    verb="Cancel broadcast"
    isDangerous
    onConfirm={() =>
      attempt(
        'Broadcast canceled',
        () => callApi('POST /_admin/broadcasts/{broadcast_id}/cancel', { broadcast_id: id, ...ofAccount() }),
        ['records', 'jobs'],
      )
    }
  >
    <p>No subscriber gets this broadcast. A canceled broadcast cannot be scheduled again.</p>
  </ConfirmButton>
);

const HOUR = 3_600_000;

interface ScheduleProps extends BroadcastActionsProps {
  readonly onClose: () => void;
}

const Schedule = ({ broadcast, onClose }: ScheduleProps) => {
  const at = useSignal(
    fieldTime(broadcast.send_at ? Date.parse(broadcast.send_at) : serverNow.peek() + HOUR),
  );
  const schedule = () =>
    attempt('Broadcast scheduled', async () => {
      const input = { broadcast_id: broadcast.id, ...ofAccount(), send_at: timeInField(at.value) };
      await callApi('POST /_admin/broadcasts/{broadcast_id}/schedule', input);
      return true;
    }, ['records', 'jobs']);
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
