import { callForAccount } from '../../api/accounts.ts';
import type { OwnInputOf, ResponseOf } from '../../api/responses.ts';
import { Button } from '../../design/button/button.tsx';
import { DetailList } from '../../design/detail-list/detail-list.tsx';
import { DialogButton } from '../../design/dialog/dialog-button.tsx';
import { List } from '../../design/list/list.tsx';
import { Note } from '../../design/note/note.tsx';
import { Section } from '../../design/page/page.tsx';
import { Time } from '../../design/time/time.tsx';
import { act } from '../../design/toast/toast.tsx';
import { RecordDialog } from '../../editor/record-dialog.tsx';
import { EditButton } from '../../records/buttons.tsx';
import { declareRecordPage } from '../../records/record-page.tsx';
import { stateOfWebhook } from '../../records/webhook-state.tsx';
import { WhyNotButton } from '../../records/why-not.tsx';
import { DELIVERIES } from './deliveries.tsx';

type Webhook = ResponseOf<'GET /_admin/webhooks/{webhook_id}'>;

/** One webhook with its receiver's state and its deliveries. */
export const WebhookPage = declareRecordPage('GET /_admin/webhooks/{webhook_id}', 'webhook_id', {
  noun: 'Webhook',
  list: { path: '/webhooks', title: 'Webhooks' },
  topics: ['webhook_deliveries', 'records'],
  headOf: (webhook) => ({ title: webhook.post_url, state: stateOfWebhook(webhook), id: webhook.id }),
  actions: (webhook) => <Actions webhook={webhook} />,
  content: ({ id, events, include_received_email: isVerbose, failing_since: since }) => (
    <>
      {since && (
        <Note tone="bad">
          The receiver has failed since <Time at={since} format="both" />. The webhook is disabled when every
          attempt of a delivery has failed.
        </Note>
      )}
      <Section isCard>
        <DetailList
          details={[
            ['Events', events.join(', ')],
            ['Received emails', isVerbose ? 'also posted' : 'not posted'],
          ]}
        />
      </Section>
      <Section title="Deliveries">
        <List of={DELIVERIES} input={{ webhook_id: id }} />
      </Section>
    </>
  ),
});

const Actions = ({ webhook }: { readonly webhook: Webhook }) => {
  const { id: webhook_id, status, post_url, events, include_received_email } = webhook;
  const [verb, done] = status === 'active' ? ['Disable', 'disabled'] : ['Enable', 'enabled'];
  const route = status === 'active' ? 'disable' : 'enable';
  return (
    <>
      <DialogButton
        icon="send"
        look="primary"
        dialog={(onClose) => <SendSample webhook={webhook} onClose={onClose} />}
      >
        Send sample
      </DialogButton>
      <WhyNotButton sender={{ kind: 'webhook', id: webhook_id }} />
      <EditButton
        noun="webhook"
        nouns="webhooks"
        route="PUT /_admin/webhooks/{webhook_id}"
        ids={{ webhook_id }}
        value={{ post_url, events, include_received_email }}
        hint="Pending deliveries keep their URL."
      />
      <Button
        onClick={() => act(`Webhook ${done}`, `POST /_admin/webhooks/{webhook_id}/${route}`, { webhook_id })}
      >
        {verb}
      </Button>
    </>
  );
};

const TRIGGER = 'POST /_admin/webhooks/trigger';

interface SendSampleProps {
  readonly webhook: Webhook;
  readonly onClose: () => void;
}

/** Sends an event with sample properties to a webhook. */
const SendSample = ({ webhook: { id, events }, onClose }: SendSampleProps) => (
  <RecordDialog
    title="Send a sample"
    verb="Send"
    route={TRIGGER}
    hint="The webhook gets an event with sample properties. No data changes."
    value={{ event: events[0] ?? 'subscriber.created' }}
    hidden={['webhook_id']}
    done="Sample sent"
    onClose={onClose}
    onSave={
      (sample) => callForAccount(TRIGGER, { ...sample, webhook_id: id } as OwnInputOf<typeof TRIGGER>) // the server checks it
    }
  />
);
