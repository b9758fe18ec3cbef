import type { ResponseOf } from '../../api/responses.ts';
import { encoded, sendRequest } from '../../api/send-request.ts';
import { Button } from '../../design/button/button.tsx';
import { ConfirmButton, DialogButton } from '../../design/dialog/dialog-button.tsx';
import { counted } from '../../design/number/number.ts';
import { act, attemptRequest } from '../../design/toast/toast.tsx';
import { RecordDialog } from '../../editor/record-dialog.tsx';
import { navigate, urlOf } from '../../location/location.ts';
import { WhyNotButton } from '../../records/why-not.tsx';
import { changesIn, editableOf } from './edit.ts';

type SubscriberDetail = ResponseOf<'GET /_admin/subscribers/{subscriber_id}'>;

/** What a user can do with a subscriber. */
export const SubscriberActions = ({ detail }: { readonly detail: SubscriberDetail }) => {
  const { id, email, delivery_status: status } = detail.subscriber;
  const makeDeliverable = () =>
    act('The subscriber is deliverable again', 'POST /_admin/subscribers/{subscriber_id}/make_deliverable', {
      subscriber_id: id,
    });
  return (
    <>
      {status === 'undeliverable' && (
        <Button icon="check" onClick={makeDeliverable}>
          Make deliverable
        </Button>
      )}
      <DialogButton icon="bolt" dialog={(onClose) => <RecordEvent email={email} onClose={onClose} />}>
        Record event
      </DialogButton>
      <WhyNotButton subscriber={email} />
      {status === 'active' && (
        <ConfirmButton
          button={{ children: 'Unsubscribe' }}
          title={`Unsubscribe ${email}?`}
          onConfirm={() =>
            attemptRequest(
              'Unsubscribed from all mailings',
              'POST',
              encoded`/subscribers/${id}/unsubscribe_all`,
            )
          }
        >
          The subscriber gets no more emails from any campaign, broadcast or workflow of this account.
        </ConfirmButton>
      )}
      <DeleteButton detail={detail} />
      <DialogButton
        look="primary"
        dialog={(onClose) => <EditSubscriber subscriber={detail.subscriber} onClose={onClose} />}
      >
        Edit
      </DialogButton>
    </>
  );
};

interface RecordEventProps {
  readonly email: string;
  readonly onClose: () => void;
}

/** The form that records a custom event of a subscriber. */
const RecordEvent = ({ email, onClose }: RecordEventProps) => (
  <RecordDialog
    title="Record an event"
    verb="Record"
    route="POST /v2/{account_id}/events"
    value={{ action: '' }}
    hidden={['email', 'id']}
    hint="Workflows and lead scoring react to it, and webhooks report it."
    done="Event recorded"
    onClose={onClose}
    onSave={(event) => sendRequest('POST', '/events', { events: [{ email, ...event }] })}
  />
);

interface EditSubscriberProps extends Pick<SubscriberDetail, 'subscriber'> {
  readonly onClose: () => void;
}

/** The form that changes attributes and custom fields. It sends only what was changed. */
const EditSubscriber = ({ subscriber, onClose }: EditSubscriberProps) => {
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
        sendRequest('POST', '/subscribers', {
          subscribers: [{ id: subscriber.id, ...changesIn(value, record) }],
        })
      }
    />
  );
};

const DeleteButton = ({ detail }: { readonly detail: SubscriberDetail }) => {
  const { subscriber, subscriptions, memberships } = detail;
  const remove = async () => {
    if (await attemptRequest('Subscriber deleted', 'DELETE', encoded`/subscribers/${subscriber.id}`))
      navigate(urlOf('/subscribers'));
  };
  return (
    <ConfirmButton
      button={{ icon: 'trash', look: 'danger', children: 'Delete' }}
      title={`Delete ${subscriber.email}?`}
      onConfirm={remove}
    >
      This deletes the attributes, tags and custom fields, and ends{' '}
      {counted(subscriptions.length, 'campaigns')} and {counted(memberships.length, 'workflows')}. Webhooks
      report <code>subscriber.deleted</code>. You cannot undo it, except by restoring a{' '}
      <a href={urlOf('/checkpoints')}>checkpoint</a>.
    </ConfirmButton>
  );
};
