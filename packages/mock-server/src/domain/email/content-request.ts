import { CONTENT_REQUEST } from '@trickle/sdk/contract';
import { textOf } from '../../shared/values/json.ts';
import type { ContentEndpoint } from '../../store/tables/accounts.ts';
import type { ContentCall } from '../../store/tables/content-calls.ts';

/** Fields that identify a subscriber. They are never sent. */
// Unspecified: U-104
const UNIQUE_FIELDS: ReadonlySet<string> = new Set([
  'id',
  'email',
  'user_id',
  'visitor_uuid',
  'phone',
  'sms_number',
  'ip_address',
  'href',
]);

/** The values that a content request can include, by field name. */
export interface ContentFields {
  readonly subscriber: Readonly<Record<string, unknown>>;
  /** Undefined outside a workflow. */
  readonly event: Readonly<Record<string, unknown>> | undefined;
  /** Whether the email is a preview or a test. */
  readonly isPreview: boolean;
}

/** A content request to send. */
export interface ContentRequest {
  readonly shortcode: string;
  readonly url: string;
  /** The requested fields that are not sent. */
  readonly withheld: readonly string[];
}

/** The outcome of a content request. */
export interface ContentAnswer
  extends Pick<ContentCall, 'outcome' | 'status' | 'error' | 'body' | 'finalUrl'> {
  /** The object or array of a successful answer. */
  readonly content?: object | undefined;
}

/**
 * Builds the content request for an endpoint: the base URL with its own query, then the requested fields as
 * `entity[field]`. A field without a value is a bare key.
 */
// Unspecified: U-104
export function contentRequest(endpoint: ContentEndpoint, fields: ContentFields): ContentRequest {
  const withheld = endpoint.subscriber.filter((name) => UNIQUE_FIELDS.has(name));
  const parameters = [
    ...parametersOf(
      'subscriber',
      endpoint.subscriber.filter((name) => !UNIQUE_FIELDS.has(name)),
      fields.subscriber,
    ),
    ...(fields.event ? parametersOf('event', endpoint.event, fields.event) : []),
    ...(fields.isPreview ? [`${CONTENT_REQUEST.previewParameter}=true`] : []),
  ];
  return { shortcode: endpoint.shortcode, url: withQuery(endpoint.base_url, parameters), withheld };
}

function parametersOf(entity: string, names: readonly string[], values: Readonly<Record<string, unknown>>) {
  return names.map((name) => {
    const key = encodeURIComponent(`${entity}[${name}]`);
    const text = textOf(Object.hasOwn(values, name) ? values[name] : undefined);
    return text === '' ? key : `${key}=${encodeURIComponent(text)}`;
  });
}

/** Appends parameters to a URL's query without re-encoding it. */
function withQuery(base: string, parameters: readonly string[]): string {
  const [address = ''] = base.split('#');
  if (parameters.length === 0) return address;
  const separator = !address.includes('?') ? '?' : /[?&]$/.test(address) ? '' : '&';
  return `${address}${separator}${parameters.join('&')}`;
}
