/**
 * The request that the service makes for content while it renders an email ("Outbound request for custom
 * dynamic content"). Parameters are named `<entity>[<field>]`; a field without a value is a bare key.
 */
export const CONTENT_REQUEST = {
  method: 'GET',
  /** `event` is there within a workflow only. */
  entities: ['subscriber', 'event'],
  /** Added as `preview=true` while previewing or sending a test. */
  previewParameter: 'preview',
  /** The media type that the answer must have. */
  mediaType: 'application/json',
  /** 350 KB. */
  maximumBytes: 350 * 1024,
  /** For the whole chain of redirects. */
  timeoutSeconds: 3,
} as const;

/** What the service does with an answer. */
export type ContentOutcome =
  | 'success'
  | 'redirect'
  | 'permanent'
  | 'retry_later'
  | 'temporary'
  | 'unsupported';

/** What an answer with this status means to the service. */
export function contentOutcome(status: number): ContentOutcome {
  if (status === 429) return 'retry_later';
  if (status >= 200 && status < 300) return 'success';
  if (status >= 300 && status < 400) return 'redirect';
  if (status >= 400 && status < 500) return 'permanent';
  if (status >= 500 && status < 600) return 'temporary';
  return 'unsupported';
}
