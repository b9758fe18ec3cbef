import type { Seed } from '../src/index.ts';
import { TOKENS } from './boat-shop.ts';
import type { Answer, TestServer } from './harness.ts';

type AccountSeed = NonNullable<Seed['accounts']>[number];

/** The address of the one campaign email, form, … that a test needs. */
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

/** A record of the interface, as a test looks into it. */
export type Shown = Readonly<Record<string, unknown>>;

/** The records of a collection that was asked for. */
export async function list(server: TestServer, path: string): Promise<{ meta?: Shown; items: Shown[] }> {
  const { status, text } = await server.get(path);
  if (status !== 200) throw new Error(`${path} answered ${status} ${text}`);
  const { links, meta, linked, ...rest } = JSON.parse(text);
  const [items = []] = Object.values(rest) as Shown[][]; // there is one plural name
  return { meta, items };
}

/** The one record that was asked for. */
export async function one(server: TestServer, path: string): Promise<Shown> {
  const { items } = await list(server, path);
  if (items.length !== 1) throw new Error(`${path} has ${items.length} records`);
  return items[0] as Shown;
}

/** The members of the same name, in turn. */
export const pluck = (items: readonly Shown[], name: string) => items.map((item) => item[name]);

/** The events that `work` causes, with what it puts off: name, properties. */
export async function eventsOf(server: TestServer, work: () => Promise<unknown>): Promise<[string, Shown][]> {
  await server.settle();
  const before = (await server.events()).length;
  await work();
  await server.settle();
  const after = await server.events();
  return after.slice(before).map(({ event, properties }) => [event, properties]);
}

/** Code and attribute of each fault. */
export const faults = ({ body }: Answer) =>
  (body.errors ?? []).map(({ code, attribute }) => [code, attribute]);
