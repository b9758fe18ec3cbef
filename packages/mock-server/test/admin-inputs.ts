import { definitionOf } from '@trickle/sdk/contract';
import type * as z from 'zod/mini';
import type { AdminRoute } from '../src/admin/http/routes.ts';

/** Valid values of the members that inputs of the admin API need, by their names. */
const VALUES: Readonly<Record<string, unknown>> = {
  email: 'new@acme.test',
  event: 'subscriber.created',
  identifier: 'size',
  method: 'GET',
  name: 'Another',
  of: 'x',
  path: '/v2/user',
  post_url: 'https://acme.test/hook',
  send_at: '2030-01-01T00:00:00Z',
  speed: 1,
  subscriber: 'x',
  to: 'me@acme.test',
  until: '2100-01-01T00:00:00Z',
  url: 'https://acme.test/',
};

/** A member of the inputs that need one of several. */
const CHOICES: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'accounts.create': { seed: {} },
  'faults.add': { status: 500 },
  'mail.draftPage': { campaign_id: '1' },
  'mail.preview': { campaign_id: '1' },
  'mail.sendTest': { campaign_id: '1' },
  'subscribers.whyNot': { campaign: '1' },
};

/** The members that an operation needs besides those in its path. `own` has values in place of others. */
export function neededBy(
  { name, path, input }: Pick<AdminRoute, 'name' | 'path' | 'input'>,
  own: Readonly<Record<string, unknown>> = {},
): Readonly<Record<string, unknown>> {
  const members = (definitionOf(input()).shape ?? {}) as Readonly<Record<string, z.ZodMiniType>>; // a strict object
  const required = Object.entries(members).filter(
    ([member, type]) => !path.includes(`{${member}}`) && !type.safeParse(undefined).success,
  );
  const values = [
    ...required.map(([member]) => [member, VALUES[member]] as const),
    ...Object.entries(CHOICES[name] ?? {}),
  ];
  return Object.fromEntries(values.map(([member, value]) => [member, own[member] ?? value]));
}

/** Members as a query. */
export const queryOf = (members: Readonly<Record<string, unknown>>): URLSearchParams =>
  new URLSearchParams(Object.entries(members).map(([name, value]) => [name, String(value)]));
