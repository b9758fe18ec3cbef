import { sendRequest } from '../../api/send-request.ts';
import { RecordDialog } from '../../editor/record-dialog.tsx';
import { changesIn, editableOf } from './edit.ts';
import type { Subscriber } from './subscriber.ts';

interface EditSubscriberProps {
  readonly subscriber: Subscriber;
  readonly onClose: () => void;
}

/** The form that changes attributes and custom fields. It sends only what was changed. */
export const EditSubscriber = ({ subscriber, onClose }: EditSubscriberProps) => {
  const value = editableOf(subscriber);
  return (
    <RecordDialog
      title="Edit the subscriber"
      verb="Save"
      route="POST /v2/{account_id}/subscribers"
      value={value}
      isChange
      hidden={['id', 'email', 'visitor_uuid']}
      done="Changes saved"
      onClose={onClose}
      onSave={(record) =>
        sendRequest({
          method: 'POST',
          path: '/subscribers',
          body: { subscribers: [{ id: subscriber.id, ...changesIn(value, record) }] },
        })
      }
    />
  );
};
