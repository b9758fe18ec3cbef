import fc from 'fast-check';
import { expect } from 'vitest';
import { command } from './machine.ts';
import type { Name, People } from './people.ts';

/** A few addresses, two of which are equal. */
export const email = fc
  .constantFrom('ann', 'Ann', 'bob', 'carl', 'dora')
  .map((local) => `${local}@acme.test`);
export const name: fc.Arbitrary<Name> = fc.record({ by: fc.constantFrom('email', 'email', 'id'), email });

/** The path of a subscriber who may not exist. */
export const pathOf = (people: People, who: Name) => `subscribers/${encodeURIComponent(people.key(who))}`;

export const unsubscribeAll = command('unsubscribeAll', name, async (who, people: People, server) => {
  const { status } = await server.post(`${pathOf(people, who)}/unsubscribe_all`, {});
  const person = people.find(who.email);
  expect(status).toBe(person ? 200 : 404);
  if (person) people.setStatus(person, 'unsubscribed');
});

export const deletePerson = command('delete', name, async (who, people: People, server) => {
  const { status } = await server.delete(pathOf(people, who));
  const person = people.find(who.email);
  expect(status).toBe(person ? 204 : 404);
  if (person) people.delete(person);
});

export const wait = command(
  'wait',
  fc.integer({ min: 1, max: 3 }),
  async (seconds, people: People, server) => {
    people.now += seconds * 1000;
    server.clock.set(people.time());
  },
);
