import { useSignal } from '@preact/signals';
import type { ResponseOf } from '../../api/request.ts';
import { Button } from '../../design/button/button.tsx';
import { Shortened } from '../../design/code/code.tsx';
import { DialogButton, FormDialog } from '../../design/dialog/dialog.tsx';
import { Select } from '../../design/field/field.tsx';
import { column, declareList, List } from '../../design/list/list.tsx';
import { SPANS } from '../../design/list/spans.ts';
import { DetailList, Note, Section } from '../../design/page/page.tsx';
import { bind } from '../../design/signals.ts';
import { Time } from '../../design/time/time.tsx';
import { act, attempt } from '../../design/toast/toast.tsx';
import { counted } from '../../design/words.ts';
import { RecordButton } from '../../editor/record-dialog.tsx';
import { creationOf, EditRecord } from '../../records/buttons.tsx';
import { declarePage, recordById } from '../../records/noun-page.tsx';
import { stateOfWebhook, WebhookState } from '../../records/webhook-state.tsx';
import { WhyNotButton } from '../../records/why-not.tsx';
import { DELIVERIES, readFailed, replayAll } from './deliveries.tsx';

type Webhook = ResponseOf<'GET /_admin/webhooks/{webhook_id}'>;

export const WebhooksPage = declarePage('webhook', {
  lead: 'Events are posted to your endpoints and retried with growing delays until one answers 2xx.',
  creation: creationOf(
    'webhook',
    { post_url: '', events: [] },
    'Without a choice of events, the webhook gets all of them.',
  ),
  list: declareList('webhook', ['GET /_admin/webhooks', 'webhooks'], {
    topics: ['webhook_deliveries', 'records'],
    isWhole: true,
    columns: [
      { header: 'URL', cell: ({ url }) => <Shortened text={url} start={/^https?:\/\//} /> },
      { header: 'Status', width: 'min(10.5rem, 26vw)', cell: (webhook) => <WebhookState of={webhook} /> },
      column.wide(
        column.text(
          'Events',
          ({ events }) =>
            events.length === 1 ? events[0]?.replace(/^subscriber\./, '') : `${events.length} events`,
          '8rem',
        ),
      ),
      column.wide(column.number('Delivered', '6rem', ({ delivered }) => delivered)),
      column.wide(column.number('Retrying', '5.5rem', ({ pending }) => pending)),
      column.number('Gave up', '5.5rem', ({ failed }) => failed),
      column.wide(column.number('Dropped', '5.5rem', ({ dropped }) => dropped)),
      column.wide(column.number('Held', '4rem', ({ held }) => held)),
    ],
    empty: [
      'webhook',
      'No webhooks yet',
      'Add one here, with the SDK, or in the seed. Its deliveries appear as events occur.',
    ],
  }),
  content: (list) => (
    <>
      {list}
      <Section title="Latest deliveries">
        <List of={DELIVERIES} />
      </Section>
    </>
  ),
  record: recordById('GET /_admin/webhooks/{webhook_id}', 'webhook_id', ['webhook_deliveries', 'records'], {
    head: (webhook) => ({ title: webhook.post_url, state: stateOfWebhook(webhook) }),
    actions: (webhook) => <Actions webhook={webhook} />,
    content: ({ id, events, include_received_email: isVerbose, failing_since: since }) => (
      <>
        {since && (
          <Note tone="bad">
            The receiver has failed since <Time at={since} format="both" />. The webhook is disabled when
            every attempt of a delivery has failed.
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
        <Section title="Deliveries" actions={<RecoverButton id={id} />}>
          <List of={DELIVERIES} input={{ webhook_id: id }} />
        </Section>
      </>
    ),
  }),
});

const RecoverButton = ({ id }: { readonly id: string }) => {
  const span = useSignal('today');
  const onSubmit = async () => {
    const failed = await readFailed(id, span.value);
    return attempt(`${counted(failed.length, 'deliveries')} replayed`, async () => {
      await replayAll(failed);
      return failed.length;
    });
  };
  return (
    <DialogButton
      icon="send"
      dialog={(onClose) => (
        <FormDialog title="Recover failed deliveries" verb="Recover" onSubmit={onSubmit} onClose={onClose}>
          <Select
            label="Created"
            {...bind(span)}
            options={SPANS}
            hint="Those that gave up or are being retried are sent again as new deliveries, the oldest first."
          />
        </FormDialog>
      )}
    >
      Recover failed
    </DialogButton>
  );
};

const Actions = ({ webhook }: { readonly webhook: Webhook }) => {
  const { id: webhook_id, status } = webhook;
  const [verb, done] = status === 'active' ? ['Disable', 'disabled'] : ['Enable', 'enabled'];
  const route = status === 'active' ? 'disable' : 'enable';
  return (
    <>
      <RecordButton
        button={{ icon: 'send', look: 'primary', children: 'Send sample' }}
        title="Send a sample"
        verb="Send"
        route="POST /_admin/webhooks/trigger"
        hint="The webhook gets an event with sample properties. No data changes."
        value={{ event: webhook.events[0] ?? 'subscriber.created' }}
        hidden={['webhook_id']}
        ids={{ webhook_id }}
        done="Sample sent"
      />
      <WhyNotButton sender={{ kind: 'webhook', id: webhook_id }} />
      <EditRecord
        noun="webhook"
        id={webhook_id}
        value={{ ...webhook }}
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
