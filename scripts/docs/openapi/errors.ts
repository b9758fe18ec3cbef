import { type Endpoint, MEDIA_TYPE, RATE_LIMIT_HEADERS, VALIDATION_CODES } from '@trickle/sdk/contract';
import { reference, schemaOf } from './schemas.ts';

const json = (schema: string, example: unknown, mediaType: string = MEDIA_TYPE) => ({
  content: { [mediaType]: { schema: reference(schema), example } },
});

const errors = (entry: object) => json('ErrorBody', { errors: [entry] });

/** References to all `X-RateLimit` headers. */
export const rateLimitHeaders = Object.fromEntries(
  Object.values(RATE_LIMIT_HEADERS).map((name) => [name, { $ref: `#/components/headers/${name}` }]),
);

export const headers = {
  [RATE_LIMIT_HEADERS.limit]: {
    description: 'The hourly limit of this token for such requests to this account.',
    schema: { type: 'integer' },
    example: 3600,
  },
  [RATE_LIMIT_HEADERS.remaining]: {
    description: 'The number of requests left in the current hour.',
    schema: { type: 'integer' },
    example: 3599,
  },
  Location: {
    description: 'The URL of the created or updated record.',
    schema: { type: 'string', format: 'uri' },
  },
};

const codes = Object.entries(VALIDATION_CODES)
  .map(([code, meaning]) => `\`${code}\` (${meaning})`)
  .join(', ');

export const responses = {
  Malformed: {
    description: 'The body is not JSON.',
    headers: rateLimitHeaders,
    ...json('MalformedBody', { status: 400, error: 'The body is not JSON.' }),
  },
  Unauthenticated: {
    description: 'Credentials are missing or wrong.',
    headers: {
      'WWW-Authenticate': { schema: { type: 'string' }, example: 'Basic realm="Application"' },
    },
    content: { 'text/html; charset=utf-8': { schema: { type: 'string' }, example: 'HTTP access denied.\n' } },
  },
  Unauthorized: {
    description: 'The user has no role on the account, or not the required one.',
    ...errors({ code: 'authorization_error', message: 'This token has no role on account 1.' }),
  },
  NotFound: {
    description: 'The record does not exist.',
    headers: rateLimitHeaders,
    ...errors({ code: 'not_found_error', message: 'Subscriber not found: nobody' }),
  },
  MethodNotAllowed: {
    description: 'The path does not support this method. `Allow` lists the supported ones.',
    headers: { Allow: { schema: { type: 'string' }, example: 'GET, POST' } },
    ...errors({ code: 'method_not_allowed_error', message: '/v2/user takes GET, not PUT.' }),
  },
  TooLong: {
    description: 'The body is too long. The limit is 5 MB by default.',
    headers: rateLimitHeaders,
    ...errors({ code: 'length_error', message: 'The body is longer than 5000000 bytes.' }),
  },
  Invalid: {
    description:
      'Attributes are invalid, with one entry for each issue, or the body is JSON of the wrong shape ' +
      `(\`parsing_error\`). Nothing was changed. Codes: ${codes}.`,
    headers: rateLimitHeaders,
    ...errors({ code: 'email_error', attribute: 'email', message: 'email must be a valid email address' }),
  },
  RateLimited: {
    description:
      'The hourly rate limit is reached, or another request is updating the same subscriber. The latter has no ' +
      '`documentation`, does not count, and may be retried after a moment.',
    headers: rateLimitHeaders,
    ...json(
      'RateLimitBody',
      {
        message: 'API rate limit of 3600 requests an hour exceeded. Please try again in an hour.',
        documentation: 'See the section "Limits" of the interface.',
      },
      'application/json',
    ),
  },
  AdminInvalid: {
    description: 'The input of the admin API is invalid, with one entry for each issue. Nothing was changed.',
    ...json(
      'ErrorBody',
      { errors: [{ code: 'format_error', message: 'unknown member dayz, did you mean days?' }] },
      'application/json',
    ),
  },
  OAuthError: {
    description: 'The exchange is rejected, in the format of RFC 6749 (open point U-20).',
    content: {
      'application/json': {
        schema: {
          type: 'object',
          properties: { error: { type: 'string' }, error_description: { type: 'string' } },
          required: ['error'],
        },
        example: { error: 'invalid_grant', error_description: 'The code has expired.' },
      },
    },
  },
};

const refer = (name: keyof typeof responses) => ({ $ref: `#/components/responses/${name}` });

/** Operations that identify a subscriber by the `id` in their body, which may not exist. */
const IDENTIFY_BY_BODY = ['subscribers.upsert', 'events.record', 'workflows.start'];

/** Operations that succeed even if the record in their path does not exist. */
const IGNORE_MISSING = ['tags.remove'];

/** Whether a query can be invalid. Page numbers are read leniently, and any text is a valid campaign id. */
const canBeInvalid = ({ query }: Endpoint) =>
  query !== undefined &&
  Object.values(schemaOf(query()).properties ?? {}).some((schema) => schema.enum || schema.format);

/** The error responses of an operation by status. */
export function errorsOf(key: string, endpoint: Endpoint) {
  const { path, body, limit, also = [] } = endpoint;
  if (path.startsWith('/oauth/')) return { 400: refer('OAuthError') };
  const placeholders: readonly string[] = path.match(/\{\w+\}/g) ?? [];
  const isInAccount = placeholders.includes('{account_id}');
  const mayMiss =
    (placeholders.length > 1 && !IGNORE_MISSING.includes(key)) || IDENTIFY_BY_BODY.includes(key);
  return {
    ...(body && { 400: refer('Malformed') }),
    401: refer('Unauthenticated'),
    ...(isInAccount && { 403: refer('Unauthorized') }),
    ...(mayMiss && { 404: refer('NotFound') }),
    ...(body && { 413: refer('TooLong') }),
    ...((body || canBeInvalid(endpoint) || also.includes(422)) && { 422: refer('Invalid') }),
    ...(limit && { 429: refer('RateLimited') }),
  };
}
