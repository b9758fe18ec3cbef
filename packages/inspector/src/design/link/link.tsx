import type { Cause } from '@trickle/mock-server/admin';
import type { ComponentChildren } from 'preact';
import { type QueryInput, urlOf } from '../../location/location.ts';
import { isRecordType, NOUNS, type Noun } from '../../nouns.ts';

export function urlOfRecord(noun: Noun, id: string, parameters?: QueryInput): string {
  const { path, isPage } = NOUNS[noun];
  return urlOf(isPage ? path : `${path}/${encodeURIComponent(id)}`, parameters);
}

interface IdLinkProps {
  readonly type: string;
  readonly id: string;
  readonly text?: string | undefined;
}

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

export interface OfSubscriber {
  readonly subscriber_id: string;
  /** Missing for a deleted subscriber. */
  readonly email?: string | null | undefined;
}

export const SubscriberLink = ({ of: { subscriber_id: id, email } }: { readonly of: OfSubscriber }) => (
  <IdLink type="subscriber" id={id} text={email ?? undefined} />
);

export const CauseLink = ({ cause }: { readonly cause: Cause | null | undefined }) => {
  if (!cause) return <span class="quiet">unknown</span>;
  const type = cause.type.replaceAll('_', ' ');
  return cause.id === null ? <span>{type}</span> : <IdLink type={cause.type} id={cause.id} text={type} />;
};

interface TraceLinkProps {
  readonly of: string;
  readonly text?: string;
  readonly account?: string;
}

export const TraceLink = ({ of, text = 'trace', account }: TraceLinkProps) => (
  <a href={urlOf(`/trace/${encodeURIComponent(of)}`, { account })}>{text}</a>
);

export const RefLink = ({ to }: { readonly to: IdLinkProps }) => (
  <IdLink type={to.type} id={to.id} text={to.type.replaceAll('_', ' ')} />
);

interface SafeLinkProps {
  /** A URL from data, which may be anything. */
  readonly url: string;
  readonly children?: ComponentChildren;
}

const isWeb = (url: string): boolean => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);

/** A URL from data as a link that opens another tab; plain text unless it is a URL of the web. */
export const SafeLink = ({ url, children = url }: SafeLinkProps) =>
  isWeb(url) ? (
    <a href={url} target="_blank" rel="noreferrer noopener">
      {children}
    </a>
  ) : (
    <span>{children}</span>
  );
