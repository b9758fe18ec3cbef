import { afterEach, expect, test, vi } from 'vitest';
import { createClient } from '../client.ts';
import { InputError } from './errors.ts';

afterEach(() => vi.unstubAllEnvs());
afterEach(() => vi.unstubAllGlobals());

const whole = { TRICKLE_BASE_URL: 'https://env.test', TRICKLE_ACCOUNT_ID: '7', TRICKLE_API_KEY: 'env-key' };

function environment(values: Readonly<Record<string, string>>): void {
  for (const name of ['BASE_URL', 'ACCOUNT_ID', 'API_KEY', 'ACCESS_TOKEN']) {
    vi.stubEnv(`TRICKLE_${name}`, values[`TRICKLE_${name}`] ?? '');
  }
}

/** The targets, requests and credentials of a client. */
async function sentBy(options?: Parameters<typeof createClient>[0]): Promise<readonly (string | null)[]> {
  const sent: (string | null)[] = [];
  vi.stubGlobal('fetch', ({ url, headers }: Request) => {
    sent.push(url, headers.get('authorization'));
    return Promise.resolve(Response.json({ tags: [] }));
  });
  await createClient(options).tags.list();
  return sent;
}

test('options that are not given come from the environment', async () => {
  environment(whole);
  const basic = `Basic ${btoa('env-key:')}`;
  expect(await sentBy()).toEqual(['https://env.test/v2/7/tags', basic]);
  expect(await sentBy({ accountId: '9' })).toEqual(['https://env.test/v2/9/tags', basic]);
  const given = ['https://given.test/v2/7/tags', `Basic ${btoa('given:')}`];
  expect(await sentBy({ baseUrl: 'https://given.test', apiKey: 'given' })).toEqual(given);
});

test('a given credential is not combined with one from the environment', async () => {
  environment(whole);
  expect(await sentBy({ accessToken: 'given' })).toEqual(['https://env.test/v2/7/tags', 'Bearer given']);
  environment({ ...whole, TRICKLE_API_KEY: '', TRICKLE_ACCESS_TOKEN: 'env-token' });
  expect(await sentBy()).toEqual(['https://env.test/v2/7/tags', 'Bearer env-token']);
  environment({ ...whole, TRICKLE_ACCESS_TOKEN: 'env-token' });
  expect(() => createClient()).toThrow('both were given');
});

const closed = {
  get env() {
    throw new Error('NotCapable');
  },
};

test.each([
  ['no process', undefined],
  ['a process without an environment', {}],
  ['an environment that may not be read', closed],
])('with %s a client is told what is missing', (_, process) => {
  vi.stubGlobal('process', process);
  const create = () => createClient({ baseUrl: 'https://api.test' });
  expect(create).toThrow(InputError);
  expect(create).toThrow('TRICKLE_API_KEY');
});
