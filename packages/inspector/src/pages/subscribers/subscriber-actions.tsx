import type { ResponseOf } from '../../api/request.ts';
import { encoded, sendRequest } from '../../api/send-request.ts';
import { Button } from '../../design/button/button.tsx';
import { ConfirmButton } from '../../design/dialog/dialog.tsx';
import { act, attemptRequest } from '../../design/toast/toast.tsx';
import { counted } from '../../design/words.ts';
import { RecordButton } from '../../editor/record-dialog.tsx';
import { navigate, urlOf } from '../../location/location.ts';
import { WhyNotButton } from '../../records/why-not.tsx';
import { changesIn, editableOf } from './edit.ts';

type SubscriberDetail = ResponseOf<'GET /_admin/subscribers/{subscriber_id}'>;

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
      <RecordButton
        button={{ icon: 'bolt', children: 'Record event' }}
        title="Record an event"
        verb="Record"
        route="POST /v2/{account_id}/events"
        value={{ action: '' }}
        hidden={['email', 'id']}
        hint="Workflows and lead scoring react to it, and webhooks report it."
        done="Event recorded"
        onSave={(event) => sendRequest('POST', '/events', { events: [{ email, ...event }] })}
      />
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
      <EditSubscriber subscriber={detail.subscriber} />
    </>
  );
};

/** Changes attributes and custom fields. It sends only what was changed. */
const EditSubscriber = ({ subscriber }: Pick<SubscriberDetail, 'subscriber'>) => {
  const value = editableOf(subscriber);
  return (
    <RecordButton
      button={{ look: 'primary', children: 'Edit' }}
      title="Edit the subscriber"
      route="POST /v2/{account_id}/subscribers"
      value={value}
      isChange
      hidden={['id', 'email', 'visitor_uuid']}
      done="Changes saved"
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
      report <code>subscriber.deleted</code>. Undo restores the account, unless others have changed it since.
    </ConfirmButton>
  );
};
