import { sendRequest } from '../api/send-request.ts';
import { DialogButton } from '../design/dialog/dialog-button.tsx';
import { RecordDialog } from '../editor/record-dialog.tsx';

interface AddSubscriberProps {
  readonly nouns: 'campaigns' | 'workflows';
  readonly id: string;
  /** For example `Enroll`. */
  readonly verb: string;
  readonly title: string;
  /** The text of the toast. */
  readonly done: string;
}

const ROUTES = {
  campaigns: 'POST /v2/{account_id}/campaigns/{campaign_id}/subscribers',
  workflows: 'POST /v2/{account_id}/workflows/{workflow_id}/subscribers',
} as const;

/** Adds a subscriber to a campaign or workflow. */
export const AddSubscriber = ({ nouns, id, verb, title, done }: AddSubscriberProps) => (
  <DialogButton
    icon="plus"
    dialog={(onClose) => (
      <RecordDialog
        title={title}
        verb={verb}
        route={ROUTES[nouns]}
        value={{ email: '' }}
        hint="A new address becomes a subscriber."
        done={done}
        onClose={onClose}
        onSave={(subscriber) =>
          sendRequest({
            method: 'POST',
            path: `/${nouns}/${encodeURIComponent(id)}/subscribers`,
            body: { subscribers: [subscriber] },
          })
        }
      />
    )}
  >
    {verb}
  </DialogButton>
);
