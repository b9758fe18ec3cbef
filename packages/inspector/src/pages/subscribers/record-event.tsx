import { sendRequest } from '../../api/send-request.ts';
import { RecordDialog } from '../../editor/record-dialog.tsx';

interface RecordEventProps {
  readonly email: string;
  readonly onClose: () => void;
}

/** The form that records a custom event of a subscriber. */
export const RecordEvent = ({ email, onClose }: RecordEventProps) => (
  <RecordDialog
    title="Record an event"
    verb="Record"
    route="POST /v2/{account_id}/events"
    value={{ action: '' }}
    hidden={['email', 'id']}
    hint="Workflows and lead scoring react to it, and webhooks report it."
    done="Event recorded"
    onClose={onClose}
    onSave={(event) =>
      sendRequest({ method: 'POST', path: '/events', body: { events: [{ email, ...event }] } })
    }
  />
);
