import { useSignal } from '@preact/signals';
import { accountId } from '../../api/accounts.ts';
import { callApi, inRoute } from '../../api/request.ts';
import { useResource } from '../../api/resource.ts';
import type { PageInput } from '../../app/router.tsx';
import { StateBadge } from '../../design/badge/badge.tsx';
import { Button } from '../../design/button/button.tsx';
import { type Detail, DetailList } from '../../design/detail-list/detail-list.tsx';
import { Note } from '../../design/note/note.tsx';
import { Page, Section } from '../../design/page/page.tsx';
import { Loaded } from '../../design/states/states.tsx';
import { Time } from '../../design/time/time.tsx';
import { attempt } from '../../design/toast/toast.tsx';
import { urlOf } from '../../location/location.ts';
import { Deliveries } from './deliveries.tsx';
import { SendSample } from './send-sample.tsx';
import type { Webhook } from './webhook.ts';

/** One webhook with its receiver's state and its deliveries. */
export const WebhookPage = ({ parameters: { webhook_id: id = '' } }: PageInput) => {
  const webhook = useResource<Webhook>(
    `/webhooks/${encodeURIComponent(id)}`,
    { account_id: accountId.value },
    ['webhook_deliveries', 'records'],
  );
  return <Loaded of={webhook}>{(data) => <Content webhook={data} />}</Loaded>;
};

const Content = ({ webhook }: { readonly webhook: Webhook }) => (
  <Page
    title={webhook.post_url}
    lead={
      <a href={urlOf('/webhooks')} data-close>
        All webhooks
      </a>
    }
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
  </Page>
);

const detailsOf = ({ id, status, events, include_received_email: isVerbose }: Webhook): readonly Detail[] => [
  ['Status', <StateBadge key="status" state={status} />],
  ['Events', events.join(', ')],
  ['Received emails', isVerbose ? 'also posted' : 'not posted'],
  [
    'Id',
    <span key="id" class="mono">
      {id}
    </span>,
  ],
];

const Actions = ({ webhook }: { readonly webhook: Webhook }) => {
  const isSending = useSignal(false);
  const setSending = (value: boolean) => () => {
    isSending.value = value;
  };
  const isActive = webhook.status === 'active';
  return (
    <>
      <Button icon="send" look="primary" onClick={setSending(true)}>
        Send sample
      </Button>
      <Button onClick={() => setActive(webhook, !isActive)}>{isActive ? 'Disable' : 'Enable'}</Button>
      {isSending.value && <SendSample webhook={webhook} onClose={setSending(false)} />}
    </>
  );
};

const setActive = ({ id }: Webhook, isActive: boolean) =>
  attempt(
    isActive ? 'Webhook enabled' : 'Webhook disabled',
    () =>
      callApi(inRoute`POST /webhooks/${id}/${isActive ? 'enable' : 'disable'}`, {
        body: { account_id: accountId.value },
      }),
    'all',
  );
