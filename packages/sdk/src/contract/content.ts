/**
 * The request for content that the service makes while rendering an email ("Outbound request for custom
 * dynamic content"). Parameters are named `<entity>[<field>]`; a field without a value is a bare key.
 */
export const CONTENT_REQUEST = {
  method: 'GET',
  /** `event` is sent within a workflow only. */
  entities: ['subscriber', 'event'],
  /** Added as `preview=true` for previews and test emails. */
  previewParameter: 'preview',
  /** Required media type of the response. */
  mediaType: 'application/json',
  /** 350 KB. */
  maximumBytes: 350 * 1024,
  /** Covers the whole chain of redirects. */
  timeoutSeconds: 3,
} as const;

/** Outcome of a content request, as the service treats it. */
export type ContentOutcome =
  | 'success'
  | 'redirect'
  | 'permanent'
  | 'retry_later'
  | 'temporary'
  | 'unsupported';

/** Maps the status of a response to its outcome. */
export function contentOutcome(status: number): ContentOutcome {
  if (status === 429) return 'retry_later';
  if (status >= 200 && status < 300) return 'success';
  if (status >= 300 && status < 400) return 'redirect';
  if (status >= 400 && status < 500) return 'permanent';
  if (status >= 500 && status < 600) return 'temporary';
  return 'unsupported';
}
