import type { Seed } from '../src/index.ts';
import type { Answer, TestServer } from './harness.ts';

type AccountSeed = NonNullable<Seed['accounts']>[number];

/** An unknown visitor. */
export const VISITOR = 'c'.repeat(32);

/** Ann's visitor. */
export const ANNS = 'a'.repeat(32);

/** An account whose pages include the page script. */
export const scriptShop = (account: Partial<AccountSeed> = {}): Seed => ({
  accounts: [
    {
      id: '9999999',
      url: 'https://acme.test',
      default_from_email: 'ann@acme.test',
      default_postal_address: '1 Market Street',
      users: [{ email: 'olive@acme.test', token: 'olive-token' }],
      subscribers: [{ id: 'ann', email: 'ann@acme.test', visitor_uuid: ANNS }],
      campaigns: [{ id: '111', name: 'Tips', status: 'active' }],
      ...account,
    },
  ],
});

/** The members that the page script posts besides its messages. */
export interface Post {
  readonly visitor?: string | null;
  readonly url?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

let count = 0;

/** A message with a unique id. */
export const message = (command: string, given: Readonly<Record<string, unknown>> = {}) => ({
  id: (++count).toString(16).padStart(32, '0'),
  command,
  arguments: given,
});

/** Posts messages like the page script: as text, without credentials. */
export const postMessages = (
  server: TestServer,
  messages: readonly object[],
  { visitor = VISITOR, url = 'https://acme.test/', headers }: Post = {},
): Promise<Answer> =>
  server.send('POST', '/client/9999999/messages', {
    headers: { authorization: '', 'content-type': 'text/plain', ...headers },
    body: { visitor, page: { url }, messages },
  });

/** Posts one message. Returns its result. */
export async function give(
  server: TestServer,
  command: string,
  given: Readonly<Record<string, unknown>> = {},
  post: Post = {},
) {
  const { status, text, body } = await postMessages(server, [message(command, given)], post);
  const [result] = body.results ?? [];
  if (!result) throw new Error(`${status} ${text}`);
  return result;
}
