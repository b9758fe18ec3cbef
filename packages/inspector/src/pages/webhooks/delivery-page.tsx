import { StatusBadge } from '../../design/badge/badge.tsx';
import { Button } from '../../design/button/button.tsx';
import { Code, Headers, Json } from '../../design/code/code.tsx';
import { DetailList } from '../../design/detail-list/detail-list.tsx';
import { CauseLink, IdLink, SubscriberLink, TraceLink, urlOfRecord } from '../../design/id-link/id-link.tsx';
import { Note } from '../../design/note/note.tsx';
import { counted } from '../../design/number/number.ts';
import { Section } from '../../design/page/page.tsx';
import { Nothing } from '../../design/states/states.tsx';
import { Time } from '../../design/time/time.tsx';
import { act } from '../../design/toast/toast.tsx';
import { navigate } from '../../location/location.ts';
import { declareRecordPage } from '../../records/record-page.tsx';
import { type Delivery, stateOf } from './webhook.ts';

/** One delivery of a webhook with every attempt. */
export const DeliveryPage = declareRecordPage('GET /_admin/webhook_deliveries/{delivery_id}', 'delivery_id', {
  noun: 'Webhook delivery',
  list: { path: '/webhooks', title: 'Webhooks' },
  topics: ['webhook_deliveries'],
  headOf: (delivery) => ({
    title: delivery.event,
    state: stateOf(delivery),
    id: delivery.id,
    list: { path: `/webhooks/${encodeURIComponent(delivery.webhook_id)}`, title: delivery.url },
  }),
  actions: (delivery) => (
    <Button icon="send" look="primary" onClick={() => replay(delivery)}>
      Replay
    </Button>
  ),
  content: (delivery) => <Content delivery={delivery} />,
});

interface DeliveryProps {
  readonly delivery: Delivery;
}

const Content = ({ delivery }: DeliveryProps) => {
  const last = delivery.attempts.at(-1);
  const { replay_of: replayed } = delivery;
  return (
    <>
      <Note tone={delivery.state === 'delivered' ? 'info' : 'bad'}>
        <Outcome delivery={delivery} />
      </Note>
      <div class="columns">
        {last?.answer && <Code label="Answer of your endpoint" text={last.answer.body} />}
        <Json label="Payload" value={parsed(delivery.body)} />
      </div>
      <Section isCard>
        <DetailList
          details={[
            ['Subscriber', <SubscriberLink key="subscriber" of={delivery} />],
            ['Created', <Time key="created" at={delivery.created_at} format="both" />],
            ['Cause', <CauseLink key="cause" cause={delivery.cause} />],
            ['Trace', <TraceLink key="trace" of={delivery.id} text="all that happened" />],
            ['Origin', delivery.origin],
            ['Replay of', replayed === null ? undefined : <IdLink type="webhook_delivery" id={replayed} />],
          ]}
        />
      </Section>
      <Section title="Attempts">
        <Attempts delivery={delivery} />
      </Section>
    </>
  );
};

/** Letters of an answer in a sentence. */
const MOST_LETTERS = 100;

/** What came of a delivery, in a sentence. */
const Outcome = ({ delivery }: DeliveryProps) => {
  const { attempts, next_attempt_at: next, state } = delivery;
  const last = attempts.at(-1);
  const body = last?.answer?.body.trim().slice(0, MOST_LETTERS);
  return (
    <span>
      {!last && 'Nothing has been sent yet'}
      {last && last.status !== null && `Your endpoint answered ${last.status}`}
      {last && last.status === null && `Your endpoint did not answer${last.error ? `: ${last.error}` : ''}`}
      {body && ` “${body}”`}
      {last && `, ${counted(attempts.length, 'attempts')}`}
      {next !== null && (
        <>
          , next <Time at={next} />
        </>
      )}
      {next === null && state !== 'delivered' && `, ${stateOf(delivery)}`}.
    </span>
  );
};

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return body; // shown as text
  }
}

/** Sends the delivery again and opens the new one. */
async function replay({ id }: Delivery): Promise<void> {
  const route = 'POST /_admin/webhook_deliveries/{delivery_id}/replay';
  const sent = await act('Replayed as a new delivery', route, { delivery_id: id });
  if (sent) navigate(urlOfRecord('webhook_delivery', sent.id));
}

/** The attempts of a delivery, the latest one first and open. */
const Attempts = ({ delivery: { attempts } }: DeliveryProps) => (
  <>
    {attempts.length === 0 && <Nothing of={['clock', 'Not sent yet']} />}
    <ol class="stack webhook-attempts">
      {attempts
        .map((attempt, index) => (
          <li key={attempt.at + index}>
            <details open={index === attempts.length - 1}>
              <summary>
                <StatusBadge status={attempt.status ?? undefined} />
                <span>Attempt {index + 1}</span>
                <span class="quiet">
                  <Time at={attempt.at} format="both" />
                  {attempt.milliseconds !== null && ` · ${Math.round(attempt.milliseconds)} ms`}
                </span>
              </summary>
              <AttemptDetail attempt={attempt} />
            </details>
          </li>
        ))
        .reverse()}
    </ol>
  </>
);

const AttemptDetail = ({ attempt }: { readonly attempt: Delivery['attempts'][number] }) => {
  const { error, answer, request_headers: headers } = attempt;
  return (
    <div class="stack webhook-attempt">
      {error && <p class="wrap">{error}</p>}
      {answer?.body === '' && <p class="quiet">The answer has no body.</p>}
      {answer && answer.body !== '' && <Code label="Answer" text={answer.body} />}
      <details>
        <summary>Headers</summary>
        <Headers label="Request headers" headers={headers} />
        {answer && <Headers label="Response headers" headers={answer.headers} />}
      </details>
    </div>
  );
};
