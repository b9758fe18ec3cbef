import { createClient } from '@trickle/sdk';
import { expect, test } from 'vitest';
import { fieldsOf } from '../src/operations/fields.ts';
import { kebab, operations } from '../src/operations/operations.ts';
import { trickle } from './command.ts';
import { sandbox } from './sandbox.ts';

test('every operation of the client can be called, and no other', () => {
  const client = createClient({ baseUrl: 'http://x.test', apiKey: 'k' });
  const methods = Object.entries(client).flatMap(([noun, resource]) =>
    Object.getOwnPropertyNames(Object.getPrototypeOf(resource))
      .filter((method) => method !== 'constructor' && !method.endsWith('Many'))
      .map((method) => `${noun}.${method}`),
  );
  expect(operations.map(({ noun, method }) => `${noun}.${method}`).sort()).toEqual(methods.sort());
});

test.each(operations.map((operation) => [`${operation.noun} ${operation.method}`, operation] as const))(
  'the help of %s shows its path and its fields',
  async (_, { noun, method, endpoint }) => {
    const { code, stdout } = await trickle(['call', kebab(noun), kebab(method), '--help']);
    expect(code).toBe(0);
    expect(stdout).toContain(`${endpoint.method} ${endpoint.path}`);
    const schemas = [endpoint.body?.item, endpoint.query, endpoint.response.item].filter(
      (one) => one !== undefined,
    );
    for (const field of schemas.flatMap(fieldsOf)) {
      expect(stdout).toMatch(new RegExp(`^  ${field.name} +\\S`, 'm'));
      for (const value of field.values) expect(stdout).toContain(value);
    }
  },
);

test('a record is created by JSON, and read by id, by position or by name', async () => {
  const { fetch } = await sandbox();
  const created = await trickle(['call', 'subscribers', 'upsert', '{"email":"ann@x.io","tags":["vip"]}'], {
    fetch,
  });
  expect(created).toMatchObject({ code: 0, stderr: '' });
  expect(JSON.parse(created.stdout)).toMatchObject({ email: 'ann@x.io', tags: ['vip'] });
  const byPosition = await trickle(['call', 'subscribers', 'get', 'ann@x.io'], { fetch });
  const byName = await trickle(['call', 'subscribers', 'get', '--id-or-email-or-visitor-uuid', 'ann@x.io'], {
    fetch,
  });
  expect(byPosition.stdout).toBe(created.stdout);
  expect(byName.stdout).toBe(created.stdout);
});

test('JSON is also read from standard input', async () => {
  const { fetch } = await sandbox();
  const stdin = '[{"email":"a@x.io"},{"email":"b@x.io"}]';
  expect(await trickle(['call', 'subscribers', 'upsertBatch', '-'], { fetch, stdin })).toEqual({
    ...{ code: 0, stdout: '', stderr: '' },
  });
  const { stdout } = await trickle(['call', 'user', 'get'], { fetch });
  expect(JSON.parse(stdout)).toMatchObject({ email: 'owner@demo.example' });
});

test('a query is given by options, by JSON, or by both', async () => {
  const { fetch } = await sandbox();
  for (const email of ['a@x.io', 'b@x.io', 'c@x.io']) {
    await trickle(['call', 'subscribers', 'upsert', JSON.stringify({ email })], { fetch });
  }
  const list = async (...args: string[]) => {
    const { stdout } = await trickle(['call', 'subscribers', 'list', ...args], { fetch });
    return JSON.parse(stdout).meta;
  };
  expect(await list('--per-page', '2', '--page', '2')).toMatchObject({ page: 2, count: 1, total_count: 3 });
  expect(await list('{"per_page": 2}', '--page', '2')).toMatchObject({ page: 2, count: 1 });
});

test('the account is found if the credentials have only one account', async () => {
  const { fetch } = await sandbox();
  const env = { TRICKLE_BASE_URL: 'http://trickle.localhost', TRICKLE_API_KEY: 'trickle_demo_token' };
  expect(await trickle(['call', 'tags', 'list'], { fetch, env })).toEqual({
    code: 0,
    stdout: '[]\n',
    stderr: '',
  });
});

test.each([
  ['an unknown noun', ['subscriber', 'get', 'x'], 2, 'Did you mean subscribers?'],
  ['an unknown operation', ['subscribers', 'gett', 'x'], 2, 'Did you mean get?'],
  ['another word for it', ['subscribers', 'create', '{}'], 2, 'Did you mean upsert?'],
  ['another word for recording', ['events', 'create', '{}'], 2, 'Did you mean record?'],
  ['another word for removing', ['tags', 'delete', 'a@x.io', 'vip'], 2, 'Did you mean remove?'],
  ['nothing similar', ['tags', 'frobnicate'], 2, "unknown command 'frobnicate'"],
  ['the name of a member that every object has', ['tags', 'constructor'], 2, 'Operations: '],
  ['a noun like no other', ['frobnicate'], 2, "unknown command 'frobnicate'. There are accounts, "],
  ['an unknown option', ['subscribers', 'list', '--pre-page', '2'], 2, 'Did you mean --per-page?'],
  [
    'a missing identifier',
    ['subscribers', 'get'],
    2,
    'subscribers get: missing <id_or_email_or_visitor_uuid>',
  ],
  ['a missing body', ['subscribers', 'upsert'], 2, 'subscribers upsert: missing JSON'],
  ['an argument too many', ['subscribers', 'get', 'a@x.io', 'b'], 2, "unexpected argument 'b'"],
  ['a body that is not JSON', ['subscribers', 'upsert', '{email}'], 2, "'{email}' is not valid JSON"],
  ['a misnamed member', ['subscribers', 'upsert', '{"emial":"a@x.io"}'], 2, 'did you mean email?'],
  ['a filter of no known value', ['subscribers', 'list', '--status', 'gone'], 2, 'Allowed choices are all'],
  [
    'a filter of another kind',
    ['subscribers', 'list', '--page', 'two'],
    2,
    '--page must be a whole number, not "two"',
  ],
  ['somebody who is not there', ['subscribers', 'get', 'nobody@x.io'], 5, 'answered 404'],
])("%s is reported in the SDK's words or better", async (_, args, code, words) => {
  const { fetch } = await sandbox();
  const ended = await trickle(['call', ...args], { fetch });
  expect(ended).toMatchObject({ code, stdout: '' });
  expect(ended.stderr).toContain(words);
});

test('a fault injected by the sandbox is reported', async () => {
  const { server, fetch } = await sandbox();
  const { id } = await server.faults.add({ operation: 'tags.list', status: 422 });
  const { code, stderr } = await trickle(['call', 'tags', 'list'], { fetch });
  expect(code).not.toBe(0);
  expect(stderr).toContain(`The sandbox injected this: its fault ${id} matches the request.`);
});

test.each([
  [401, 4],
  [403, 4],
  [404, 5],
  [422, 1],
  [429, 6],
  [503, 1],
])('the status %d ends with the exit code %d', async (status, code) => {
  const fetch = async () =>
    Response.json({ message: 'no', documentation: 'x' }, { status, headers: { 'retry-after': '99999' } });
  expect(
    await trickle(['call', 'subscribers', 'delete', 'a@x.io', '--timeout', '20'], { fetch }),
  ).toMatchObject({ code });
});
