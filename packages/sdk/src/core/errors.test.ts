import { expect, test } from 'vitest';
import { createClient } from '../client.ts';
import * as sdk from '../index.ts';

/** The error of a call that is answered like this. */
async function failureOf(
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<unknown> {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const client = createClient({
    baseUrl: 'https://api.test',
    accountId: '9',
    apiKey: 'key',
    retries: 0,
    fetch: () => new Response(text, { status, headers }),
  });
  return client.subscribers.get('a@x.io').catch((error: unknown) => error);
}

const title = 'GET https://api.test/v2/9/subscribers/a%40x.io answered';

// proves: error 403 State transition endpoint refuses the transition
test.each([
  [
    400,
    { status: 400, error: 'Unexpected token' },
    sdk.BadRequestError,
    undefined,
    `${title} 400: Unexpected token.`,
  ],
  [
    401,
    'HTTP Basic: Access denied.\n',
    sdk.AuthenticationError,
    undefined,
    `${title} 401. The credentials are inva`,
  ],
  [
    403,
    { errors: [{ code: 'authorization_error', message: 'You are not permitted' }] },
    sdk.PermissionError,
    'authorization_error',
    `${title} 403: You are not permitted (authorization_error). Check that`,
  ],
  [
    403,
    { errors: [{ code: 'no_postal_address_error' }] },
    sdk.PermissionError,
    'no_postal_address_error',
    `${title} 403: no_postal_address_error.`,
  ],
  [
    404,
    { errors: [{ code: 'not_found_error', message: 'Gone' }] },
    sdk.NotFoundError,
    'not_found_error',
    `${title} 404: Gone (not_found_error).`,
  ],
  [
    422,
    {
      errors: [
        { code: 'email_error', attribute: 'email', message: 'email is bad' },
        { code: 'presence_error', attribute: 'tag', message: 'tag is required' },
      ],
    },
    sdk.ValidationError,
    'email_error',
    `${title} 422: email is bad (email_error); tag is required (presence_error).`,
  ],
  [422, '', sdk.ValidationError, undefined, `${title} 422.`],
  [418, 'teapot', sdk.ApiError, undefined, `${title} 418.`],
  [500, '<h1>Oops</h1>', sdk.ServerError, undefined, `${title} 500.`],
  [501, { errors: [{ code: 'x', message: 'Not yet' }] }, sdk.ServerError, 'x', `${title} 501: Not yet (x).`],
  [503, { message: 'Down' }, sdk.ServerError, undefined, `${title} 503: Down.`],
  [500, { errors: 'odd' }, sdk.ServerError, undefined, `${title} 500.`],
  [500, { errors: [null, { message: 'no code' }] }, sdk.ServerError, undefined, `${title} 500.`],
  [500, 'null', sdk.ServerError, undefined, `${title} 500.`],
])('%d %o becomes the error of its status', async (...[status, body, Class, code, message]) => {
  const error = await failureOf(status, body);
  expect(error).toBeInstanceOf(Class);
  expect(error).toBeInstanceOf(sdk.ApiError);
  expect(error).toBeInstanceOf(sdk.TrickleError);
  expect(error).toMatchObject({ name: Class.name, status, code });
  expect((error as Error).message.slice(0, message.length)).toBe(message);
});

test('an API error has the request and the response', async () => {
  const body = { errors: [{ code: 'not_found_error', message: 'Gone' }] };
  expect(await failureOf(404, body, { 'x-request-id': 'r1' })).toMatchObject({
    errors: body.errors,
    body,
    request: { method: 'GET', url: 'https://api.test/v2/9/subscribers/a%40x.io' },
    response: expect.objectContaining({ status: 404 }),
  });
  expect(
    ((await failureOf(404, body, { 'x-request-id': 'r1' })) as sdk.ApiError).response.headers.get(
      'x-request-id',
    ),
  ).toBe('r1');
  expect(await failureOf(401, 'HTTP Basic: Access denied.\n')).toMatchObject({
    errors: [],
    body: 'HTTP Basic: Access denied.\n',
  });
});

test.each([
  [400, false],
  [404, false],
  [408, true],
  [422, false],
  [429, true],
  [500, true],
  [501, false],
  [503, true],
])('whether a retry after %d may succeed is %s', async (status, isRetryable) => {
  expect(await failureOf(status, '')).toMatchObject({ isRetryable });
});

const documentation = 'https://docs.test/limits';
const tooMany = 'Too many concurrent requests for the same subscriber.';

test.each([
  [{ message: 'Try again in an hour.', documentation }, {}, 'hourly', undefined, undefined],
  [
    { message: tooMany },
    { 'X-RateLimit-Limit': '3600', 'X-RateLimit-Remaining': '17' },
    'concurrent',
    3600,
    17,
  ],
  [{ message: tooMany }, {}, 'concurrent', undefined, undefined],
  // The wording does not decide.
  [{ message: tooMany, documentation }, {}, 'hourly', undefined, undefined],
  ['', { 'X-RateLimit-Limit': '50', 'X-RateLimit-Remaining': '0' }, 'hourly', 50, 0],
  ['', { 'X-RateLimit-Remaining': 'many' }, 'concurrent', undefined, undefined],
])('the scope and headers of 429 %o %o are read', async (body, headers, ...expected) => {
  const error = await failureOf(429, body, headers);
  expect(error).toBeInstanceOf(sdk.RateLimitError);
  const { scope, limit, remaining } = error as sdk.RateLimitError;
  expect([scope, limit, remaining]).toEqual(expected);
});

test('the name of every error is that of its class', () => {
  const classes = Object.entries(sdk).filter(
    ([, value]) => typeof value === 'function' && value.prototype instanceof Error,
  );
  expect(classes.length).toBeGreaterThan(12);
  for (const [name, Class] of classes) expect(Class).toHaveProperty('name', name);
});

test('a message of the service ends with one full stop', async () => {
  const errors = [
    { code: 'presence_error', message: 'Email is required.' },
    { code: 'url_error', message: 'No URL.' },
  ];
  const error = (await failureOf(422, { errors })) as Error;
  expect(error.message).toBe(`${title} 422: Email is required (presence_error); No URL (url_error).`);
});

test.each([
  [Object.assign(new Error('x'), { code: 'ECONNREFUSED' }), ' (ECONNREFUSED). Check', true],
  [new AggregateError([Object.assign(new Error('x'), { code: 'ENOTFOUND' })]), ' (ENOTFOUND). Check', true],
  [Object.assign(new Error('x'), { code: 'ECONNRESET' }), ' (ECONNRESET). Check', false],
  [new AggregateError([]), ' arrived. Check', false],
  ['a string', ' arrived. Check', false],
])('a failed connection has the code of its cause: %o', (cause, part, isUnsent) => {
  const error = new sdk.ConnectionError(
    { method: 'GET', url: 'https://x.test' },
    new TypeError('failed', { cause }),
  );
  expect(error.message).toContain(part);
  expect(error.isUnsent).toBe(isUnsent);
});

test('the message of a failed hook contains its error', () => {
  expect(new sdk.HookError('onRetry', new Error('no disk.')).message).toBe(
    'The hook onRetry failed, so its call failed: no disk.',
  );
});
