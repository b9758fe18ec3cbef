import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { RequestEntry } from '../request-log/log.ts';
import type { LogEntry } from './log-entry.ts';
import { REDACTED, redact } from './redact.ts';
import { ServerLog } from './server-log.ts';

/** Secrets that no other part of an entry happens to contain. */
const secrets = fc.string({ minLength: 12, maxLength: 40, unit: 'grapheme' }).map((text) => `~Q${text}Q~`);

/** Texts that surround a secret. */
const around = fc.tuple(fc.string({ maxLength: 20 }), fc.string({ maxLength: 20 }));

const entryOf = (changes: Partial<RequestEntry>): RequestEntry => ({
  ...{ id: 'log-1', seq: 1, at: 0, method: 'GET', path: '/v2/1/tags', query: '', requestHeaders: [] },
  ...{ accountId: '1', operation: undefined, body: '', status: 200, problem: undefined, limit: undefined },
  ...{
    warnings: [],
    faultId: undefined,
    accountAt: undefined,
    milliseconds: 1,
    response: undefined,
    size: 0,
  },
  ...changes,
});

/** The lines of a log. */
function logged(work: (log: ServerLog) => void, own: readonly string[] = []): string {
  const entries: LogEntry[] = [];
  work(new ServerLog((entry) => entries.push(entry), own));
  expect(entries).toHaveLength(1);
  return JSON.stringify(entries);
}

/** The forms in which a line could contain a secret. */
const formsOf = (secret: string) => [
  JSON.stringify(secret).slice(1, -1),
  encodeURIComponent(secret.toWellFormed()),
  Buffer.from(secret).toString('base64'),
  Buffer.from(`${secret}:`).toString('base64'),
];

const expectNone = (line: string, secret: string) => {
  for (const form of formsOf(secret)) expect(line).not.toContain(form);
};

/** Headers that carry a secret. */
const carriers: readonly ((secret: string) => [string, string])[] = [
  (secret) => ['Authorization', `Bearer ${secret}`],
  (secret) => ['authorization', `Basic ${Buffer.from(`${secret}:`).toString('base64')}`],
  (secret) => ['Authorization', `basic ${Buffer.from(`user:${secret}`).toString('base64')}`],
  (secret) => ['Authorization', `Basic ${Buffer.from(secret).toString('base64')}`],
  (secret) => ['Cookie', `a=b; session=${secret}`],
  (secret) => ['X-Api-Key', secret],
];

/** Places where a client can repeat its secret. */
const places: readonly ((secret: string, before: string, after: string) => Partial<RequestEntry>)[] = [
  (secret) => ({ path: `/v2/1/${encodeURIComponent(secret)}/tags` }),
  (secret) => ({
    path: `/v2/${Array.from(Buffer.from(secret), (byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')}`,
  }),
  (secret) => ({ query: `page=${encodeURIComponent(secret)}` }),
  (secret, before) => ({ query: new URLSearchParams({ [before + secret]: '1' }).toString() }),
  (secret, before, after) => ({ warnings: [`unknown member ${before}${secret}${after}`] }),
];

describe('the log', () => {
  test('a credential of a request is in no entry about it, wherever the client repeats it', () => {
    const text = fc.tuple(secrets, around, fc.constantFrom(...carriers), fc.constantFrom(...places));
    fc.assert(
      fc.property(text, ([secret, [before, after], carrier, place]) => {
        // Header values are bytes; a cookie ends at a semicolon, and spaces around it do not belong to it.
        const plain = encodeURIComponent(secret.toWellFormed()).replaceAll(/[^\w~]/g, '_');
        const entry = entryOf({ requestHeaders: carrier(plain), ...place(plain, before, after) });
        expectNone(
          logged((log) => log.request(entry)),
          plain,
        );
        expectNone(
          logged((log) => log.error(new Error(before + plain + after, { cause: new Error(plain) }), entry)),
          plain,
        );
      }),
    );
  });

  test("the server's own passwords are in no entry", () => {
    fc.assert(
      fc.property(secrets, around, fc.constantFrom(...places), (secret, [before, after], place) => {
        const own = secret.toWellFormed();
        const write = (work: (log: ServerLog) => void) => logged(work, [own]);
        expectNone(
          write((log) => log.request(entryOf(place(own, before, after)))),
          own,
        );
        expectNone(
          write((log) => log.error(new Error(before + own + after))),
          own,
        );
        expectNone(
          write((log) => log.error(before + own + after)),
          own,
        );
      }),
    );
  });

  test('the value of a parameter is shown only if it cannot be a secret', () => {
    fc.assert(
      fc.property(secrets, fc.stringMatching(/^[a-z_]{1,20}$/), (secret, name) => {
        fc.pre(!['after', 'limit', 'order', 'page', 'sort', 'status', 'hours', 'cursor'].includes(name));
        const query = new URLSearchParams({ [name]: secret.toWellFormed(), page: '2' }).toString();
        const line = logged((log) => log.request(entryOf({ query })));
        expectNone(line, secret.toWellFormed());
        expect(line).toContain(`"${name}=${REDACTED}&page=2"`);
      }),
    );
  });

  test('links in emails, which act for their bearer, are not shown', () => {
    const line = logged((log) => log.request(entryOf({ path: '/e/1/abcdef/unsubscribe' })));
    expect(JSON.parse(line)[0]).toMatchObject({ path: `/e/${REDACTED}`, operation: 'email_links' });
  });

  test('long texts are cut off', () => {
    const line = logged((log) => log.request(entryOf({ path: `/${'a'.repeat(100_000)}` })));
    expect(line.length).toBeLessThan(3000);
  });
});

test.each([
  ['postgres://ann:open@db:5432/x', `postgres://${REDACTED}@db:5432/x`],
  ['Authorization: Basic YWJjOg==', `Authorization: ${REDACTED} ${REDACTED}`],
  ['sent bearer abc.def', `sent bearer ${REDACTED}`],
  ['{"access_token": "a b", "b": 1}', `{"access_token": ${REDACTED}, "b": 1}`],
  ['client_secret=abc&state=1', `client_secret=${REDACTED}&state=1`],
  ["api_key: 'abc'", `api_key: ${REDACTED}`],
  ['password=', 'password='],
  ['a token is missing', 'a token is missing'],
  ['connect ECONNREFUSED 127.0.0.1:5432', 'connect ECONNREFUSED 127.0.0.1:5432'],
])('%s is shown as %s', (text, shown) => {
  expect(redact(text)).toBe(shown);
});
