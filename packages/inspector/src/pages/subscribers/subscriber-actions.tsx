import { callApi } from '../../api/request.ts';
import { Button } from '../../design/button/button.tsx';
import { ConfirmButton, DialogButton } from '../../design/dialog/dialog-button.tsx';
import { attempt, attemptRequest } from '../../design/toast/toast.tsx';
import { navigate, urlOf } from '../../location/location.ts';
import { EditSubscriber } from './edit-subscriber.tsx';
import { RecordEvent } from './record-event.tsx';
import { ofAccount, type Subscriber, type SubscriberDetail } from './subscriber.ts';

/** What a user can do with a subscriber. */
export const SubscriberActions = ({ detail }: { readonly detail: SubscriberDetail }) => {
  const { subscriber } = detail;
  return (
    <>
      {subscriber.delivery_status === 'undeliverable' && (
        <Button icon="check" onClick={() => makeDeliverable(subscriber)}>
          Make deliverable
        </Button>
      )}
      <DialogButton
        icon="bolt"
        dialog={(onClose) => <RecordEvent email={subscriber.email} onClose={onClose} />}
      >
        Record event
      </DialogButton>
      {subscriber.delivery_status === 'active' && <UnsubscribeButton subscriber={subscriber} />}
      <DeleteButton detail={detail} />
      <DialogButton
        look="primary"
        dialog={(onClose) => <EditSubscriber subscriber={subscriber} onClose={onClose} />}
      >
        Edit
      </DialogButton>
    </>
  );
};

const makeDeliverable = ({ id }: Subscriber) =>
  attempt(
    'The subscriber is deliverable again',
    () =>
      callApi('POST /_admin/subscribers/{subscriber_id}/make_deliverable', {
        subscriber_id: id,
        ...ofAccount(),
      }),
    ['records', 'events'],
  );

const UnsubscribeButton = ({ subscriber: { id, email } }: { readonly subscriber: Subscriber }) => (
  <ConfirmButton
    button={{ children: 'Unsubscribe' }}
    title={`Unsubscribe ${email}?`}
    verb="Unsubscribe"
    isDangerous
    onConfirm={() =>
      attemptRequest('Unsubscribed from all mailings', {
        method: 'POST',
        path: `/subscribers/${encodeURIComponent(id)}/unsubscribe_all`,
      })
    }
  >
    <p>The subscriber gets no more emails from any campaign, broadcast or workflow of this account.</p>
  </ConfirmButton>
);

const DeleteButton = ({
  detail: { subscriber, subscriptions, memberships },
}: {
  readonly detail: SubscriberDetail;
}) => (
  <ConfirmButton
    button={{ icon: 'trash', look: 'danger', children: 'Delete' }}
    title={`Delete ${subscriber.email}?`}
    verb="Delete"
    isDangerous
    onConfirm={async () => {
      const sent = await attemptRequest('Subscriber deleted', {
        method: 'DELETE',
        path: `/subscribers/${encodeURIComponent(subscriber.id)}`,
      });
      if (sent) navigate(urlOf('/subscribers'));
    }}
  >
    <p>
      This deletes the attributes, tags and custom fields, and ends{' '}
      {counted(subscriptions.length, 'campaign')} and {counted(memberships.length, 'workflow')}. Webhooks
      report <code>subscriber.deleted</code>. You cannot undo it, except by restoring a{' '}
      <a href={urlOf('/checkpoints')}>checkpoint</a>.
    </p>
  </ConfirmButton>
);

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
