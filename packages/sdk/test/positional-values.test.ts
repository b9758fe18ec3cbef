import { expect, test } from 'vitest';
import { endpointNamed } from '../src/contract/find-endpoint.ts';
import { InputError } from '../src/index.ts';
import { identifiersIn, operations } from './all-operations.ts';
import { clientOf, failureOf } from './answered-client.ts';

const client = clientOf({ fetch: () => expect.unreachable('sent') });

/** The message of a method that is called by its name. */
async function messageOf(name: string, ...given: unknown[]): Promise<string> {
  const [noun = '', method = ''] = name.split('.');
  const call = Reflect.get(Reflect.get(client, noun), method);
  return (await failureOf(Reflect.apply(call, Reflect.get(client, noun), given), InputError)).message;
}

test.each(operations.filter(({ name }) => endpointNamed(name)?.body))(
  '$name with values in a row shows the form of its input',
  async ({ name, path }) => {
    for (const extra of [
      ['ann@example.com'],
      ['ann@example.com', 'vip'],
      [['ann@example.com'], 5],
      [7, true],
    ]) {
      const message = await messageOf(name, ...identifiersIn(path, '1'), ...extra);
      const isList = Array.isArray(extra[0]);
      if (!isList) expect(message).toContain(`write client.${name}(`);
      expect(message).toMatch(isList ? /record|object/ : /\{ .* \}/);
    }
  },
);

test('the form has identifiers and the members that are needed', async () => {
  expect(await messageOf('tags.apply', 'a@x.io', 'vip')).toBe(
    'client.tags.apply was not sent: expected a record, not a string: write client.tags.apply({ email, tag }).',
  );
  expect(await messageOf('campaigns.subscribe', '1', 'a@x.io', 'vip')).toContain(
    'write client.campaigns.subscribe(campaign_id, { email, … }).',
  );
});
