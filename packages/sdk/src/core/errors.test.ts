import { expect, test } from 'vitest';
import { clientOf, failureOf } from '../../test/answered-client.ts';
import * as sdk from '../index.ts';

/** The error of a call that is answered like this. */
function failureAt(status: number, body: unknown, headers: Record<string, string> = {}) {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const client = clientOf({ retries: 0, fetch: () => new Response(text, { status, headers }) });
  return failureOf(client.subscribers.get('a@x.io'), sdk.ApiError);
}

const listed = (code: string, message?: string) => ({ errors: [{ code, message }] });
const [denial, address] = ['authorization_error', 'no_postal_address_error'];
const denied = listed(denial, 'You are not permitted');
const gone = listed('not_found_error', 'Gone');
const invalid = {
  errors: [
    { code: 'email_error', attribute: 'email', message: 'email is bad' },
    { code: 'presence_error', attribute: 'tag', message: 'tag is required.' },
  ],
};

// proves: error 403 State transition endpoint refuses the transition
test.each<[number, unknown, abstract new (...given: never) => Error, message: string, code?: string]>([
  [400, { status: 400, error: 'Unexpected token' }, sdk.BadRequestError, ': Unexpected token.'],
  [401, 'HTTP Basic: Access denied.\n', sdk.AuthenticationError, '. The credentials are inva'],
  [403, denied, sdk.PermissionError, `: You are not permitted (${denial}). Check that`, denial],
  [403, listed(address), sdk.PermissionError, `: ${address}.`, address],
  [404, gone, sdk.NotFoundError, ': Gone (not_found_error).', 'not_found_error'],
  [
    422,
    invalid,
    sdk.ValidationError,
    ': email is bad (email_error); tag is required (presence_error).',
    'email_error',
  ],
  [422, '', sdk.ValidationError, '.'],
  [418, 'teapot', sdk.ApiError, '.'],
  [500, '<h1>Oops</h1>', sdk.ServerError, '.'],
  [501, listed('x', 'Not yet'), sdk.ServerError, ': Not yet (x).', 'x'],
  [503, { message: 'Down' }, sdk.ServerError, ': Down.'],
  [500, { errors: 'odd' }, sdk.ServerError, '.'],
  [500, { errors: [null, { message: 'no code' }] }, sdk.ServerError, '.'],
  [500, 'null', sdk.ServerError, '.'],
])('%d %o becomes the error of its status', async (...[status, body, Class, message, code]) => {
  const error = await failureAt(status, body);
  expect(error).toBeInstanceOf(Class);
  expect(error).toBeInstanceOf(sdk.TrickleError);
  expect(error).toMatchObject({ name: Class.name, status, code });
  const beginning = `GET https://api.test/v2/9/subscribers/a%40x.io answered ${status}${message}`;
  expect(error.message.slice(0, beginning.length)).toBe(beginning);
});

test('an API error has the request and the response', async () => {
  const error = await failureAt(404, gone, { 'x-request-id': 'r1' });
  const request = { method: 'GET', url: 'https://api.test/v2/9/subscribers/a%40x.io' };
  expect(error).toMatchObject({ errors: gone.errors, body: gone, request, response: { status: 404 } });
  expect(error.response.headers.get('x-request-id')).toBe('r1');
  expect(await failureAt(401, 'Access denied.\n')).toMatchObject({ errors: [], body: 'Access denied.\n' });
});

const documentation = 'https://docs.test/limits';
const tooMany = 'Too many concurrent requests for the same subscriber.';
const used = (limit: string, remaining: string) => ({
  'X-RateLimit-Limit': limit,
  'X-RateLimit-Remaining': remaining,
});

test.each([
  [{ message: 'Try again in an hour.', documentation }, {}, 'hourly', undefined, undefined],
  [{ message: tooMany }, used('3600', '17'), 'concurrent', 3600, 17],
  [{ message: tooMany }, {}, 'concurrent', undefined, undefined],
  // The wording does not decide.
  [{ message: tooMany, documentation }, {}, 'hourly', undefined, undefined],
  ['', used('50', '0'), 'hourly', 50, 0],
  ['', { 'X-RateLimit-Remaining': 'many' }, 'concurrent', undefined, undefined],
])('the scope and headers of 429 %o %o are read', async (body, headers, ...expected) => {
  const error = await failureAt(429, body, headers);
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

test.each([
  [Object.assign(new Error('x'), { code: 'ECONNREFUSED' }), ' (ECONNREFUSED). Check', true],
  [new AggregateError([Object.assign(new Error('x'), { code: 'ENOTFOUND' })]), ' (ENOTFOUND). Check', true],
  [Object.assign(new Error('x'), { code: 'ECONNRESET' }), ' (ECONNRESET). Check', false],
  [new AggregateError([]), ' arrived. Check', false],
  ['a string', ' arrived. Check', false],
])('a failed connection has the code of its cause: %o', (cause, part, isUnsent) => {
  const request = { method: 'GET', url: 'https://x.test' };
  const error = new sdk.ConnectionError(request, new TypeError('failed', { cause }));
  expect(error.message).toContain(part);
  expect(error.isUnsent).toBe(isUnsent);
});

test('the message of a failed hook contains its error', () => {
  const { message } = new sdk.HookError('onRetry', new Error('no disk.'));
  expect(message).toBe('The hook onRetry failed, so its call failed: no disk.');
});
