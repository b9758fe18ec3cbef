import { expect, test } from 'vitest';
import { contract } from '../src/contract/index.ts';
import { createClient, InputError } from '../src/index.ts';

const client = createClient({
  ...{ baseUrl: 'https://api.test', accountId: '9', apiKey: 'key' },
  fetch: () => {
    throw new Error('sent');
  },
}) as unknown as Record<string, Record<string, (...given: unknown[]) => Promise<unknown>>>;

/** Every method that takes a record or records, with the number of identifiers before it. */
const methods = Object.entries(contract).flatMap(([noun, endpoints]) =>
  Object.entries(endpoints).flatMap(([method, { body, path }]): [string, string, string, number][] =>
    body && client[noun]
      ? [[`${noun}.${method}`, noun, method, path.match(/\{(?!account_id)\w+\}/g)?.length ?? 0]]
      : [],
  ),
);

test.each(methods)(
  '%s with values in a row shows the form of its input',
  async (name, noun, method, identifiers) => {
    const call = client[noun]?.[method];
    for (const extra of [
      ['ann@example.com'],
      ['ann@example.com', 'vip'],
      [['ann@example.com'], 5],
      [7, true],
    ]) {
      const given = [...Array(identifiers).fill('1'), ...extra];
      const error: unknown = await call?.apply(client[noun], given).catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(InputError);
      const isList = Array.isArray(extra[0]);
      if (!isList) expect(String(error)).toContain(`write client.${name}(`);
      expect(String(error)).toMatch(isList ? /record|object/ : /\{ .* \}/);
    }
  },
);

test('the form has identifiers and the members that are needed', async () => {
  const messageOf = async (call: Promise<unknown> | undefined) =>
    String(await call?.catch((reason: unknown) => reason));
  expect(await messageOf(client.tags?.apply?.('a@x.io', 'vip'))).toBe(
    'InputError: client.tags.apply was not sent: expected a record, not a string: write client.tags.apply({ email, tag }).',
  );
  expect(await messageOf(client.campaigns?.subscribe?.('1', 'a@x.io', 'vip'))).toContain(
    'write client.campaigns.subscribe(campaign_id, { email, … }).',
  );
});
