import type { Seed } from '../src/index.ts';
import { TOKENS } from './boat-shop.ts';
import type { Answer, TestServer } from './harness.ts';

type AccountSeed = NonNullable<Seed['accounts']>[number];

/** The address of the single campaign email, form and so on that a test needs. */
export const EMAIL = { id: 'e1', subject: 'Ahoy', html_body: '<p>Ahoy</p>' };

/** A seed with one account, 9999999, that can send mail. */
export function mailingAccount(account: Omit<AccountSeed, 'id'> = {}): Seed {
  return {
    accounts: [
      {
        id: '9999999',
        default_from_email: 'crew@acme.test',
        default_postal_address: '1 Harbor Way, Duluth MN',
        users: [
          { email: 'olive@acme.test', token: TOKENS.owner },
          { email: 'max@acme.test', role: 'member', token: TOKENS.member },
          { email: 'vera@acme.test', role: 'viewer', token: TOKENS.viewer },
        ],
        ...account,
      },
    ],
  };
}

/** A record of the interface as tests read it. */
export type Shown = Readonly<Record<string, unknown>>;

/** The records of a collection. */
export async function list(server: TestServer, path: string): Promise<{ meta?: Shown; items: Shown[] }> {
  const { status, text } = await server.get(path);
  if (status !== 200) throw new Error(`${path} answered ${status} ${text}`);
  const { links, meta, linked, ...rest } = JSON.parse(text);
  const [items = []] = Object.values(rest) as Shown[][]; // there is exactly one plural name
  return { meta, items };
}

/** The single record of a response. */
export async function one(server: TestServer, path: string): Promise<Shown> {
  const { items } = await list(server, path);
  if (items.length !== 1) throw new Error(`${path} has ${items.length} records`);
  return items[0] as Shown;
}

/** The values of one member of all records. */
export const pluck = (items: readonly Shown[], name: string) => items.map((item) => item[name]);

/** The events that `work` emits, including those of its background work: name and properties. */
export async function eventsOf(server: TestServer, work: () => Promise<unknown>): Promise<[string, Shown][]> {
  await server.settle();
  const before = (await server.events()).length;
  await work();
  await server.settle();
  const after = await server.events();
  return after.slice(before).map(({ event, properties }) => [event, properties]);
}

/** Code and attribute of each issue. */
export const faults = ({ body }: Answer) =>
  (body.errors ?? []).map(({ code, attribute }) => [code, attribute]);
