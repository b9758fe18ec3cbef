import { accountId } from '../../api/accounts.ts';
import { callApi } from '../../api/request.ts';
import { useResource } from '../../api/resource.ts';
import type { PageInput } from '../../app/router.tsx';
import { Button } from '../../design/button/button.tsx';
import { Code, Json } from '../../design/code/code.tsx';
import { type Detail, DetailList } from '../../design/detail-list/detail-list.tsx';
import { CauseLink, IdLink, SubscriberLink } from '../../design/id-link/id-link.tsx';
import { Note } from '../../design/note/note.tsx';
import { Section } from '../../design/page/page.tsx';
import { Time } from '../../design/time/time.tsx';
import { attempt } from '../../design/toast/toast.tsx';
import { navigate, urlOf } from '../../location/location.ts';
import { LoadedRecord, RecordPage } from '../../records/record-page.tsx';
import { Attempts } from './attempts.tsx';
import { type Delivery, stateOf } from './webhook.ts';

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

const Content = ({ delivery }: { readonly delivery: Delivery }) => {
  const last = delivery.attempts.at(-1);
  return (
    <RecordPage
      title={delivery.event}
      state={stateOf(delivery)}
      id={delivery.id}
      list={{ path: `/webhooks/${encodeURIComponent(delivery.webhook_id)}`, title: delivery.url }}
      actions={
        <Button icon="send" look="primary" onClick={() => replay(delivery)}>
          Replay
        </Button>
      }
    >
      <Note tone={delivery.state === 'delivered' ? 'info' : 'bad'}>
        <Outcome delivery={delivery} />
      </Note>
      <div class="columns">
        {last?.answer && <Code label="Answer of your endpoint" text={last.answer.body} />}
        <Json label="Payload" value={parsed(delivery.body)} />
      </div>
      <Section isCard>
        <DetailList details={detailsOf(delivery)} />
      </Section>
      <Section title="Attempts">
        <Attempts attempts={delivery.attempts} />
      </Section>
    </RecordPage>
  );
};

/** Letters of an answer in a sentence. */
const MOST_LETTERS = 100;

/** What came of a delivery, in a sentence. */
const Outcome = ({ delivery }: { readonly delivery: Delivery }) => {
  const { attempts, next_attempt_at: next, state } = delivery;
  const last = attempts.at(-1);
  const body = last?.answer?.body.trim().slice(0, MOST_LETTERS);
  return (
    <span>
      {!last && 'Nothing has been sent yet'}
      {last && last.status !== null && `Your endpoint answered ${last.status}`}
      {last && last.status === null && `Your endpoint did not answer${last.error ? `: ${last.error}` : ''}`}
      {body && ` “${body}”`}
      {last && `, ${attempts.length} ${attempts.length === 1 ? 'attempt' : 'attempts'}`}
      {next !== null && (
        <>
          , next <Time at={next} />
        </>
      )}
      {next === null && state !== 'delivered' && `, ${stateOf(delivery)}`}.
    </span>
  );
};

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
