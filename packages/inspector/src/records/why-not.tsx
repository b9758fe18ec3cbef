import { useSignal } from '@preact/signals';
import type { OwnInputOf, ResponseOf } from '../api/request.ts';
import { useResource } from '../api/resource.ts';
import { Badge } from '../design/badge/badge.tsx';
import { classes } from '../design/classes.ts';
import { Dialog, DialogButton } from '../design/dialog/dialog.tsx';
import { Field, Select } from '../design/field/field.tsx';
import { Icon } from '../design/icon/icon.tsx';
import { RefLink, urlOfRecord } from '../design/link/link.tsx';
import { ErrorState, Loading } from '../design/page/page.tsx';
import { bind, into } from '../design/signals.ts';
import { Time } from '../design/time/time.tsx';
import { capitalized } from '../design/words.ts';
import { urlOf } from '../location/location.ts';
import { isRecordType } from '../nouns.ts';

type Question = OwnInputOf<'GET /_admin/why-not'>;
type Answer = ResponseOf<'GET /_admin/why-not'>;
type Rule = Answer['rules'][number];

const KINDS = ['campaign', 'broadcast', 'workflow', 'webhook'] as const;

type Kind = (typeof KINDS)[number];

export interface Sender {
  readonly kind: Kind;
  readonly id: string;
}

interface WhyNotProps {
  readonly subscriber?: string;
  readonly sender?: Sender;
}

export const WhyNotButton = (props: WhyNotProps) => (
  <DialogButton
    icon="question"
    dialog={(onClose) => (
      <Dialog title="Why not?" size="wide" onClose={onClose}>
        <WhyNot {...props} onClose={onClose} />
      </Dialog>
    )}
  >
    Why not?
  </DialogButton>
);

interface ClosableProps {
  readonly onClose: () => void;
}

const WhyNot = ({ subscriber, sender, onClose }: WhyNotProps & ClosableProps) => {
  const address = useSignal(subscriber ?? '');
  const kind = useSignal<Kind>('campaign');
  const id = useSignal('');
  const email = useSignal('');
  const event = useSignal<Question['event']>(undefined);
  const senders = useSenders(sender === undefined ? kind.value : undefined);
  const of = sender ?? chosenOf(senders, kind.value, id.value);
  const events = useEvents(of?.kind === 'webhook' ? of.id : undefined);
  const asked = event.value !== undefined && events.includes(event.value) ? event.value : events[0];
  return (
    <div class="why-not">
      <div class="why-not-question">
        {subscriber === undefined && <SubscriberField onInput={into(address)} />}
        {sender === undefined && <Select label="What" {...bind(kind)} options={KIND_OPTIONS} />}
        {senders?.length === 0 && <p class="quiet">This account has no {kind.value}s.</p>}
        {of && senders && <Select label="Which one" value={of.id} options={senders} onInput={into(id)} />}
        {of?.kind === 'campaign' && <EmailField key={of.id} campaignId={of.id} {...bind(email)} />}
        {asked && <Select label="Event" value={asked} options={events} onInput={into(event)} />}
      </div>
      {address.value !== '' && of && (of.kind !== 'webhook' || asked) ? (
        <AnswerOf
          question={{
            subscriber: address.value,
            [of.kind]: of.id,
            ...(of.kind === 'campaign' && email.value !== '' && { email: Number(email.value) }),
            ...(asked && { event: asked }),
          }}
          onClose={onClose}
        />
      ) : (
        address.value === '' && <p class="quiet">Choose a subscriber to see which rules are met.</p>
      )}
    </div>
  );
};

function chosenOf(senders: Senders | undefined, kind: Kind, id: string): Sender | undefined {
  const [key] = senders?.find(([one]) => one === id) ?? senders?.[0] ?? [];
  return key === undefined ? undefined : { kind, id: key };
}

const SUGGESTED = 8;

/** Gives a whole address, or an empty text while there is none. */
const SubscriberField = ({ onInput }: { readonly onInput: (address: string) => void }) => {
  const draft = useSignal('');
  const { data } = useResource(
    'GET /_admin/subscribers',
    { limit: SUGGESTED, order: 'newest', search: draft.value },
    [],
  );
  const write = (text: string) => {
    draft.value = text;
    onInput(/.@.+\../.test(text) ? text.trim() : '');
  };
  return (
    <Field
      label="Subscriber"
      value={draft.value}
      options={data?.subscribers.map(({ email }) => email) ?? []}
      placeholder="ann@example.com"
      onInput={write}
    />
  );
};

const KIND_OPTIONS = KINDS.map((kind) => [kind, capitalized(kind)] as const);

type Senders = readonly (readonly [id: string, name: string])[];

function useSenders(kind: Kind | undefined): Senders | undefined {
  const route = kind && (`GET /_admin/${kind}s` as 'GET /_admin/campaigns' | 'GET /_admin/webhooks');
  const { data } = useResource(route, {}, ['records']);
  if (data === undefined) return undefined;
  const rows: readonly { id: string; name?: string; url?: string }[] = Object.values(data).flat();
  return rows.map(({ id, name, url }) => [id, name ?? url ?? id]);
}

function useEvents(webhookId: string | undefined) {
  const webhook = useResource(
    webhookId === undefined ? undefined : 'GET /_admin/webhooks/{webhook_id}',
    { webhook_id: webhookId ?? '' },
    ['records'],
  );
  const all = useResource(webhookId === undefined ? undefined : 'GET /_admin/event_actions', {}, []);
  return webhook.data && all.data ? [...new Set([...webhook.data.events, ...all.data.events])] : [];
}

interface EmailFieldProps {
  readonly campaignId: string;
  readonly value: string;
  readonly onInput: (number: string) => void;
}

const EmailField = ({ campaignId, value, onInput }: EmailFieldProps) => {
  const { data } = useResource('GET /_admin/campaigns/{campaign_id}', { campaign_id: campaignId }, [
    'records',
  ]);
  const emails = data?.emails.map(({ number, subject }) => [`${number}`, `${number}. ${subject}`] as const);
  return (
    <Select
      label="Email"
      value={value}
      options={[['', 'The next one'], ...(emails ?? [])]}
      onInput={onInput}
    />
  );
};

const TOPICS = ['records', 'events', 'emails', 'webhook_deliveries', 'jobs', 'faults', 'clock'] as const;

const AnswerOf = ({ question, onClose }: { readonly question: Question } & ClosableProps) => {
  const { data, error, reload } = useResource('GET /_admin/why-not', question, TOPICS);
  if (error) return <ErrorState error={error} onRetry={reload} />;
  return data ? <Checked answer={data} onClose={onClose} /> : <Loading rows={3} />;
};

const VERDICTS = {
  done: ['good', 'done'],
  planned: ['info', 'planned'],
  kept_back: ['bad', 'kept back'],
} as const;

/** The verdict, and the rules as a checklist. The first one that is broken stands out. */
const Checked = ({ answer, onClose }: { readonly answer: Answer } & ClosableProps) => {
  const [tone, words] = VERDICTS[answer.verdict];
  const decisive = answer.rules.findIndex(({ result }) => result === 'broken');
  return (
    <>
      <p class="why-not-verdict" role="status">
        <Badge tone={tone}>{words}</Badge> {answer.text}{' '}
        {answer.verdict === 'planned' && <Time at={answer.at} format="both" />}{' '}
        {answer.ref && <RefLink to={answer.ref} />}
      </p>
      {answer.rules.length > 0 && (
        <ol>
          {answer.rules.map((rule, index) => (
            <RuleItem
              key={`${rule.rule} ${rule.text}`}
              rule={rule}
              isDecisive={answer.verdict === 'kept_back' && index === decisive}
              onClose={onClose}
            />
          ))}
        </ol>
      )}
    </>
  );
};

const RESULTS = {
  met: ['good', 'check', 'Met'],
  waits: ['info', 'clock', 'Waits'],
  broken: ['bad', 'close', 'Not met'],
} as const;

interface RuleItemProps extends ClosableProps {
  readonly rule: Rule;
  readonly isDecisive: boolean;
}

const RuleItem = ({ rule, isDecisive, onClose }: RuleItemProps) => {
  const [tone, icon, words] = RESULTS[rule.result];
  const change = isDecisive || rule.result === 'waits' ? placeOf(rule) : undefined;
  return (
    <li class={classes('why-not-rule quiet', tone, rule.result, isDecisive && 'decisive')}>
      <Icon name={icon} />
      <span class="wrap">
        <span class="hidden-visually">{words}: </span>
        {rule.text}
        {change && (
          <a class="why-not-change" href={change.url} onClick={onClose}>
            {change.text}
          </a>
        )}
      </span>
    </li>
  );
};

/** The place to change the facts of a rule that is about no record. */
const PLACES: Readonly<Record<string, readonly [path: string, text: string]>> = {
  account_online: ['/settings', 'Open the settings'],
  content_ready: ['/content-calls', 'Open the content calls'],
  due: ['/clock', 'Advance the clock'],
  job_not_failed: ['/jobs', 'Open the jobs'],
  not_dropped: ['/faults', 'Open the faults'],
};

function placeOf({ rule, about }: Rule): { readonly url: string; readonly text: string } | undefined {
  const [path, text = ''] = PLACES[rule] ?? [];
  if (path !== undefined) return { url: urlOf(path), text };
  if (!about || !isRecordType(about.type)) return undefined;
  return { url: urlOfRecord(about.type, about.id), text: `Open the ${about.type}` };
}
