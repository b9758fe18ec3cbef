import { useSignal } from '@preact/signals';
import { callApi, inRoute } from '../../api/request.ts';
import { Button } from '../../design/button/button.tsx';
import { ConfirmDialog } from '../../design/dialog/dialog.tsx';
import { attempt, attemptRequest } from '../../design/toast/toast.tsx';
import { navigate, urlOf } from '../../location/location.ts';
import { EditSubscriber } from './edit-subscriber.tsx';
import { RecordEvent } from './record-event.tsx';
import { ofAccount, type Subscriber, type SubscriberDetail } from './subscriber.ts';

/** The dialogs of the actions. */
type DialogName = 'edit' | 'event' | 'unsubscribe' | 'delete';

/** What a user can do with a subscriber. */
export const SubscriberActions = ({ detail }: { readonly detail: SubscriberDetail }) => {
  const { subscriber } = detail;
  const dialog = useSignal<DialogName | undefined>(undefined);
  const open = (name: DialogName) => () => {
    dialog.value = name;
  };
  const close = () => {
    dialog.value = undefined;
  };
  return (
    <>
      {subscriber.delivery_status === 'undeliverable' && (
        <Button icon="check" onClick={() => makeDeliverable(subscriber)}>
          Make deliverable
        </Button>
      )}
      <Button icon="bolt" onClick={open('event')}>
        Record event
      </Button>
      {subscriber.delivery_status === 'active' && <Button onClick={open('unsubscribe')}>Unsubscribe</Button>}
      <Button icon="trash" look="danger" onClick={open('delete')}>
        Delete
      </Button>
      <Button look="primary" onClick={open('edit')}>
        Edit
      </Button>
      {dialog.value === 'edit' && <EditSubscriber subscriber={subscriber} onClose={close} />}
      {dialog.value === 'event' && <RecordEvent email={subscriber.email} onClose={close} />}
      {dialog.value === 'unsubscribe' && <Unsubscribe subscriber={subscriber} onClose={close} />}
      {dialog.value === 'delete' && <Delete detail={detail} onClose={close} />}
    </>
  );
};

const makeDeliverable = ({ id }: Subscriber) =>
  attempt(
    'The subscriber is deliverable again',
    () => callApi(inRoute`POST /subscribers/${id}/make_deliverable`, { body: ofAccount() }),
    ['records', 'events'],
  );

interface UnsubscribeProps {
  readonly subscriber: Subscriber;
  readonly onClose: () => void;
}

const Unsubscribe = ({ subscriber: { id, email }, onClose }: UnsubscribeProps) => (
  <ConfirmDialog
    title={`Unsubscribe ${email}?`}
    verb="Unsubscribe"
    isDangerous
    onClose={onClose}
    onConfirm={() =>
      attemptRequest('Unsubscribed from all mailings', {
        method: 'POST',
        path: `/subscribers/${encodeURIComponent(id)}/unsubscribe_all`,
      })
    }
  >
    <p>The subscriber gets no more emails from any campaign, broadcast or workflow of this account.</p>
  </ConfirmDialog>
);

interface DeleteProps {
  readonly detail: SubscriberDetail;
  readonly onClose: () => void;
}

const Delete = ({ detail: { subscriber, subscriptions, memberships }, onClose }: DeleteProps) => (
  <ConfirmDialog
    title={`Delete ${subscriber.email}?`}
    verb="Delete"
    isDangerous
    onClose={onClose}
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
  </ConfirmDialog>
);

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
