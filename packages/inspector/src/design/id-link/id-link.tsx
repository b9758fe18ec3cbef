import type { Cause, Ref } from '../../api/cause.ts';
import { type QueryInput, urlOf } from '../../location/location.ts';

/** Where the record with an id is shown, by its type. */
const PATHS = {
  batch: (id: string) => `/batches/${id}`,
  broadcast: (id: string) => `/broadcasts/${id}`,
  campaign: (id: string) => `/campaigns/${id}`,
  content_call: (id: string) => `/content-calls/${id}`,
  conversion: () => '/conversions',
  email: (id: string) => `/outbox/${id}`,
  event: (id: string) => `/events/${id}`,
  form: (id: string) => `/forms/${id}`,
  goal: (id: string) => `/conversions?goal=${id}`,
  job: () => '/jobs',
  order: (id: string) => `/commerce/${id}`,
  request: (id: string) => `/requests/${id}`,
  subscriber: (id: string) => `/subscribers/${id}`,
  webhook: (id: string) => `/webhooks/${id}`,
  webhook_delivery: (id: string) => `/webhook-deliveries/${id}`,
  workflow: (id: string) => `/workflows/${id}`,
} as const;

/** A type of record that a page shows. */
export type RecordType = keyof typeof PATHS;

/** Whether a page shows records of a type. */
export const isRecordType = (type: string): type is RecordType => Object.hasOwn(PATHS, type);

/** The URL of the page that shows a record. */
export const urlOfRecord = (type: RecordType, id: string, parameters?: QueryInput): string =>
  urlOf(PATHS[type](encodeURIComponent(id)), parameters);

interface IdLinkProps {
  /** For example `subscriber`, `request` or `email`. */
  readonly type: string;
  readonly id: string;
  /** Shown instead of the id. */
  readonly text?: string | undefined;
}

/** The id of a record, or another text for it, that leads to its page. */
export const IdLink = ({ type, id, text }: IdLinkProps) => {
  const url = isRecordType(type) && urlOfRecord(type, id);
  const looks = text === undefined ? 'mono' : undefined;
  return url ? (
    <a class={looks} href={url}>
      {text ?? id}
    </a>
  ) : (
    <span class={looks}>{text ?? id}</span>
  );
};

/** An id that leads nowhere. */
export const Id = ({ id }: { readonly id: string }) => <span class="mono">{id}</span>;

/** Something about a subscriber. */
export interface OfSubscriber {
  readonly subscriber_id: string;
  /** Missing for a deleted subscriber. */
  readonly email?: string | null | undefined;
}

/** A subscriber as a link: the email address, or the id of a deleted one. */
export const SubscriberLink = ({ of: { subscriber_id: id, email } }: { readonly of: OfSubscriber }) => (
  <IdLink type="subscriber" id={id} text={email ?? undefined} />
);

/** What led to a change, as a link. */
export const CauseLink = ({ cause }: { readonly cause: Cause | null | undefined }) => {
  if (!cause) return <span class="quiet">unknown</span>;
  const type = cause.type.replaceAll('_', ' ');
  return cause.id === null ? <span>{type}</span> : <IdLink type={cause.type} id={cause.id} text={type} />;
};

/** What happened because of something, and what led to it, as a link. */
export const TraceLink = ({ of, text = 'trace' }: { readonly of: string; readonly text?: string }) => (
  <a href={urlOf(`/trace/${encodeURIComponent(of)}`)}>{text}</a>
);

/** A record that another one refers to, as a link with its type. */
export const RefLink = ({ to }: { readonly to: Ref }) => (
  <IdLink type={to.type} id={to.id} text={to.type.replaceAll('_', ' ')} />
);
