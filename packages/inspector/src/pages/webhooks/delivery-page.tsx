import { type Signal, useSignal } from '@preact/signals';
import { parsed } from '../../api/request.ts';
import { encoded } from '../../api/send-request.ts';
import { StatusBadge } from '../../design/badge/badge.tsx';
import { Button } from '../../design/button/button.tsx';
import { Code, Headers, Json } from '../../design/code/code.tsx';
import { Dialog, DialogButton } from '../../design/dialog/dialog.tsx';
import { Select } from '../../design/field/field.tsx';
import { CauseLink, IdLink, SubscriberLink, TraceLink, urlOfRecord } from '../../design/link/link.tsx';
import { DetailList, Fold, Note, Nothing, Section } from '../../design/page/page.tsx';
import { bind } from '../../design/signals.ts';
import { Time } from '../../design/time/time.tsx';
import { act } from '../../design/toast/toast.tsx';
import { counted } from '../../design/words.ts';
import { navigate } from '../../location/location.ts';
import { ComparisonTable, type Side } from '../../records/comparing.tsx';
import { declareRecord, recordById } from '../../records/noun-page.tsx';
import { type Delivery, stateOf } from './deliveries.tsx';

export const DeliveryPage = declareRecord(
  'webhook_delivery',
  recordById('GET /_admin/webhook_deliveries/{delivery_id}', 'delivery_id', ['webhook_deliveries'], {
    head: (delivery) => ({
      title: delivery.event,
      state: stateOf(delivery),
      list: { path: encoded`/webhooks/${delivery.webhook_id}`, title: delivery.url },
    }),
    actions: (delivery) => (
      <Button icon="send" look="primary" onClick={() => replay(delivery)}>
        Replay
      </Button>
    ),
    content: (delivery) => <Content delivery={delivery} />,
  }),
);

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
      <Section
        title="Attempts"
        actions={
          delivery.attempts.length > 1 && (
            <DialogButton
              dialog={(onClose) => (
                <Dialog title="Compare attempts" size="full" onClose={onClose}>
                  <CompareAttempts attempts={delivery.attempts} />
                </Dialog>
              )}
            >
              Compare
            </DialogButton>
          )
        }
      >
        <Attempts delivery={delivery} />
      </Section>
    </>
  );
};

const MOST_LETTERS = 100;

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

async function replay({ id }: Delivery): Promise<void> {
  const route = 'POST /_admin/webhook_deliveries/{delivery_id}/replay';
  const sent = await act('Replayed as a new delivery', route, { delivery_id: id });
  if (sent) navigate(urlOfRecord('webhook_delivery', sent.id));
}

const Attempts = ({ delivery: { attempts } }: DeliveryProps) =>
  attempts.length === 0 ? (
    <Nothing of={['clock', 'Not sent yet']} />
  ) : (
    <div class="folds">
      {attempts
        .map((attempt, index) => (
          <Fold
            key={attempt.at + index}
            isOpen={index === attempts.length - 1}
            summary={
              <>
                <StatusBadge status={attempt.status ?? undefined} /> Attempt {index + 1}{' '}
                <span class="quiet">
                  <Time at={attempt.at} format="both" />
                  {attempt.milliseconds !== null && ` · ${Math.round(attempt.milliseconds)} ms`}
                </span>
              </>
            }
          >
            <AttemptDetail attempt={attempt} />
          </Fold>
        ))
        .reverse()}
    </div>
  );

type Attempt = Delivery['attempts'][number];

const AttemptDetail = ({ attempt }: { readonly attempt: Attempt }) => {
  const { error, answer, request_headers: headers } = attempt;
  return (
    <div class="stack">
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

/** Two attempts side by side, at first the last two. */
const CompareAttempts = ({ attempts }: { readonly attempts: readonly Attempt[] }) => {
  const [left, right] = [useSignal(`${attempts.length - 2}`), useSignal(`${attempts.length - 1}`)];
  const options = attempts.map((_, index) => [`${index}`, `#${index + 1}`] as const);
  const sideOf = (chosen: Signal<string>, label: string): Side => ({
    title: <Select label={label} isLabelHidden {...bind(chosen)} options={options} />,
    value: attempts[Number(chosen.value)],
  });
  return <ComparisonTable left={sideOf(left, 'First attempt')} right={sideOf(right, 'Second attempt')} />;
};
