import { sendRequest } from '../../api/send-request.ts';
import { RecordDialog } from '../../editor/record-dialog.tsx';
import { navigate, urlOf } from '../../location/location.ts';
import type { Subscriber } from './subscriber.ts';

/** The form that creates a subscriber through the REST API, and opens it. */
export const CreateSubscriber = ({ onClose }: { readonly onClose: () => void }) => (
  <RecordDialog
    title="Create a subscriber"
    verb="Create"
    route="POST /v2/{account_id}/subscribers"
    value={{ email: '', first_name: '', last_name: '', tags: [] }}
    hint="A subscriber who has the address is updated."
    done="Subscriber created"
    onClose={onClose}
    onSave={async (record) => {
      const sent = await sendRequest({
        method: 'POST',
        path: '/subscribers',
        body: { subscribers: [record] },
      });
      const { subscribers } = sent.body as { readonly subscribers?: readonly Subscriber[] }; // of the operation
      if (subscribers?.[0]) navigate(urlOf(`/subscribers/${encodeURIComponent(subscribers[0].id)}`));
      return sent;
    }}
  />
);
