import { accountId } from '../../api/accounts.ts';
import { callApi } from '../../api/request.ts';
import { useResource } from '../../api/resource.ts';
import type { PageInput } from '../../app/router.tsx';
import { Button } from '../../design/button/button.tsx';
import { Json } from '../../design/code/code.tsx';
import { type Detail, DetailList } from '../../design/detail-list/detail-list.tsx';
import { CauseLink, IdLink, SubscriberLink } from '../../design/id-link/id-link.tsx';
import { Section } from '../../design/page/page.tsx';
import { Time } from '../../design/time/time.tsx';
import { attempt } from '../../design/toast/toast.tsx';
import { navigate, urlOf } from '../../location/location.ts';
import { LoadedRecord, RecordPage } from '../../records/record-page.tsx';
import { Attempts } from './attempts.tsx';
import type { Delivery } from './webhook.ts';

/** One delivery of a webhook with every attempt. */
export const DeliveryPage = ({ id = '' }: PageInput) => {
  const delivery = useResource(
    'GET /_admin/webhook_deliveries/{delivery_id}',
    { delivery_id: id, account_id: accountId.value },
    ['webhook_deliveries'],
  );
  return (
    <LoadedRecord of={delivery} noun="Webhook delivery" list={{ path: '/webhooks', title: 'Webhooks' }}>
      {(data) => <Content delivery={data} />}
    </LoadedRecord>
  );
};

const Content = ({ delivery }: { readonly delivery: Delivery }) => (
  <RecordPage
    title={delivery.event}
    state={delivery.state}
    id={delivery.id}
    list={{ path: `/webhooks/${encodeURIComponent(delivery.webhook_id)}`, title: delivery.url }}
    actions={
      <Button icon="send" look="primary" onClick={() => replay(delivery)}>
        Replay
      </Button>
    }
  >
    <Section isCard>
      <DetailList details={detailsOf(delivery)} />
    </Section>
    <Section title="Attempts">
      <Attempts attempts={delivery.attempts} nextAt={delivery.next_attempt_at} />
    </Section>
    <Section title="Body">
      <Json label="JSON" value={parsed(delivery.body)} />
    </Section>
  </RecordPage>
);

const detailsOf = (delivery: Delivery): readonly Detail[] => [
  ['Subscriber', <SubscriberLink key="subscriber" of={delivery} />],
  ['Created', <Time key="created" at={delivery.created_at} format="both" />],
  ['Cause', <CauseLink key="cause" cause={delivery.cause} />],
  ['Origin', delivery.origin],
  [
    'Replay of',
    delivery.replay_of === null ? undefined : (
      <IdLink key="replay" type="webhook_delivery" id={delivery.replay_of} />
    ),
  ],
];

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return body; // shown as text
  }
}

/** Sends the delivery again and opens the new one. */
async function replay({ id }: Delivery): Promise<void> {
  const sent = await attempt(
    'Replayed as a new delivery',
    () =>
      callApi('POST /_admin/webhook_deliveries/{delivery_id}/replay', {
        delivery_id: id,
        account_id: accountId.value,
      }),
    'all',
  );
  if (sent) navigate(urlOf(`/webhook-deliveries/${encodeURIComponent(sent.id)}`));
}
