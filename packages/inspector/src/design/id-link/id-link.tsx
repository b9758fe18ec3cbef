import type { Cause, Ref } from '../../api/cause.ts';
import { urlOf } from '../../location/location.ts';

/** Where the record with an id is shown, by its type. */
const PATHS: Readonly<Record<string, (id: string) => string>> = {
  batch: (id) => `/batches/${id}`,
  broadcast: (id) => `/broadcasts/${id}`,
  campaign: (id) => `/campaigns/${id}`,
  content_call: (id) => `/content-calls/${id}`,
  conversion: () => '/conversions',
  email: (id) => `/outbox/${id}`,
  form: (id) => `/forms/${id}`,
  goal: () => '/conversions',
  job: () => '/jobs',
  order: (id) => `/commerce/${id}`,
  request: (id) => `/requests/${id}`,
  subscriber: (id) => `/subscribers/${id}`,
  webhook: (id) => `/webhooks/${id}`,
  webhook_delivery: (id) => `/webhook-deliveries/${id}`,
  workflow: (id) => `/workflows/${id}`,
};

/** The URL of the page that shows a record; undefined if none does. */
export function urlOfRecord(type: string, id: string): string | undefined {
  const path = PATHS[type]?.(encodeURIComponent(id));
  return path && urlOf(path);
}

interface IdLinkProps {
  /** For example `subscriber`, `request` or `email`. */
  readonly type: string;
  readonly id: string;
  /** Shown instead of the id. */
  readonly text?: string | undefined;
}

/** The id of a record, or another text for it, that leads to its page. */
export const IdLink = ({ type, id, text }: IdLinkProps) => {
  const url = urlOfRecord(type, id);
  const looks = text === undefined ? 'mono' : undefined;
  return url ? (
    <a class={looks} href={url}>
      {text ?? id}
    </a>
  ) : (
    <span class={looks}>{text ?? id}</span>
  );
};

/** Something about a subscriber. */
export interface OfSubscriber {
  readonly subscriber_id: string;
  /** Null for a deleted subscriber. */
  readonly email: string | null;
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

/** A record that another one refers to, as a link with its type. */
export const RefLink = ({ to }: { readonly to: Ref }) => (
  <IdLink type={to.type} id={to.id} text={to.type.replaceAll('_', ' ')} />
);
