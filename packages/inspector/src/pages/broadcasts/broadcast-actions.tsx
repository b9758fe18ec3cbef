import { useSignal } from '@preact/signals';
import { serverNow } from '../../api/clock.ts';
import { callApi, inRoute } from '../../api/request.ts';
import { Button } from '../../design/button/button.tsx';
import { ConfirmDialog } from '../../design/dialog/dialog.tsx';
import { FormDialog } from '../../design/dialog/form-dialog.tsx';
import { Field } from '../../design/field/field.tsx';
import { attempt } from '../../design/toast/toast.tsx';
import { ofAccount } from '../../mailing/mailing.ts';
import { EditButton } from '../../records/edit-button.tsx';
import { type Broadcast, canBeScheduled, editableOf, fieldTime, timeInField } from './broadcast.ts';

interface BroadcastActionsProps {
  readonly broadcast: Broadcast;
}

/** Edits, schedules and cancels a broadcast that is not sent. */
export const BroadcastActions = ({ broadcast }: BroadcastActionsProps) => {
  const dialog = useSignal<'schedule' | 'cancel' | undefined>(undefined);
  const close = () => {
    dialog.value = undefined;
  };
  if (!canBeScheduled(broadcast)) return null;
  return (
    <>
      <EditButton
        noun="broadcast"
        route={inRoute`PUT /broadcasts/${broadcast.id}`}
        query={ofAccount()}
        value={editableOf(broadcast)}
        hint="As in a seed. The send time has its own button."
      />
      {broadcast.status === 'scheduled' && (
        <Button
          look="danger"
          onClick={() => {
            dialog.value = 'cancel';
          }}
        >
          Cancel broadcast
        </Button>
      )}
      <Button
        icon="clock"
        look="primary"
        onClick={() => {
          dialog.value = 'schedule';
        }}
      >
        {broadcast.status === 'draft' ? 'Schedule' : 'Reschedule'}
      </Button>
      {dialog.value === 'schedule' && <Schedule broadcast={broadcast} onClose={close} />}
      {dialog.value === 'cancel' && (
        <ConfirmDialog
          title={`Cancel ${broadcast.name}?`}
          verb="Cancel broadcast"
          isDangerous
          onClose={close}
          onConfirm={() =>
            attempt(
              'Broadcast canceled',
              () => callApi(inRoute`POST /broadcasts/${broadcast.id}/cancel`, { body: ofAccount() }),
              ['records', 'jobs'],
            )
          }
        >
          <p>No subscriber gets this broadcast. A canceled broadcast cannot be scheduled again.</p>
        </ConfirmDialog>
      )}
    </>
  );
};

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
      const body = { ...ofAccount(), send_at: timeInField(at.value) };
      await callApi(inRoute`POST /broadcasts/${broadcast.id}/schedule`, { body });
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
        value={at.value}
        hint={
          broadcast.localize_sending_time
            ? "Each subscriber gets it at this time of day in their own time zone. The server's clock counts."
            : "All active subscribers get it at this time of the server's clock."
        }
        onInput={(value) => {
          at.value = value;
        }}
      />
    </FormDialog>
  );
};
