import { accountId } from '../../api/accounts.ts';
import { callApi } from '../../api/request.ts';
import { useResource } from '../../api/resource.ts';
import type { PageInput } from '../../app/router.tsx';
import { Button } from '../../design/button/button.tsx';
import { type Detail, DetailList } from '../../design/detail-list/detail-list.tsx';
import { DialogButton } from '../../design/dialog/dialog-button.tsx';
import { Note } from '../../design/note/note.tsx';
import { Section } from '../../design/page/page.tsx';
import { Time } from '../../design/time/time.tsx';
import { attempt } from '../../design/toast/toast.tsx';
import { EditButton } from '../../records/edit-button.tsx';
import { LoadedRecord, RecordPage } from '../../records/record-page.tsx';
import { Deliveries } from './deliveries.tsx';
import { SendSample } from './send-sample.tsx';
import type { Webhook } from './webhook.ts';

/** One webhook with its receiver's state and its deliveries. */
export const WebhookPage = ({ id = '' }: PageInput) => {
  const webhook = useResource(
    'GET /_admin/webhooks/{webhook_id}',
    { webhook_id: id, account_id: accountId.value },
    ['webhook_deliveries', 'records'],
  );
  return (
    <LoadedRecord of={webhook} noun="Webhook" list={LIST}>
      {(data) => <Content webhook={data} />}
    </LoadedRecord>
  );
};

const LIST = { path: '/webhooks', title: 'Webhooks' };

const Content = ({ webhook }: { readonly webhook: Webhook }) => (
  <RecordPage
    title={webhook.post_url}
    state={webhook.status}
    id={webhook.id}
    list={LIST}
    actions={<Actions webhook={webhook} />}
  >
    {webhook.failing_since && (
      <Note tone="bad">
        The receiver has failed since <Time at={webhook.failing_since} format="both" />. The webhook is
        disabled when every attempt of a delivery has failed.
      </Note>
    )}
    <Section isCard>
      <DetailList details={detailsOf(webhook)} />
    </Section>
    <Section title="Deliveries">
      <Deliveries webhookId={webhook.id} />
    </Section>
  </RecordPage>
);

const detailsOf = ({ events, include_received_email: isVerbose }: Webhook): readonly Detail[] => [
  ['Events', events.join(', ')],
  ['Received emails', isVerbose ? 'also posted' : 'not posted'],
];

const Actions = ({ webhook }: { readonly webhook: Webhook }) => {
  const isActive = webhook.status === 'active';
  return (
    <>
      <DialogButton
        icon="send"
        look="primary"
        dialog={(onClose) => <SendSample webhook={webhook} onClose={onClose} />}
      >
        Send sample
      </DialogButton>
      <EditButton
        noun="webhook"
        nouns="webhooks"
        route="PUT /_admin/webhooks/{webhook_id}"
        ids={{ webhook_id: webhook.id }}
        value={{
          post_url: webhook.post_url,
          events: webhook.events,
          include_received_email: webhook.include_received_email,
        }}
        hint="Pending deliveries keep their URL."
      />
      <Button onClick={() => setActive(webhook, !isActive)}>{isActive ? 'Disable' : 'Enable'}</Button>
    </>
  );
};

const setActive = ({ id }: Webhook, isActive: boolean) =>
  attempt(
    isActive ? 'Webhook enabled' : 'Webhook disabled',
    () =>
      callApi(`POST /_admin/webhooks/{webhook_id}/${isActive ? 'enable' : 'disable'}`, {
        webhook_id: id,
        account_id: accountId.value,
      }),
    'all',
  );
