import fc from 'fast-check';
import { expect } from 'vitest';
import { command } from './machine.ts';
import type { Name, SubscriberModel } from './subscriber-model.ts';

/** A few addresses, two of which are equal. */
export const email = fc
  .constantFrom('ann', 'Ann', 'bob', 'carl', 'dora')
  .map((local) => `${local}@acme.test`);
export const name: fc.Arbitrary<Name> = fc.record({ by: fc.constantFrom('email', 'email', 'id'), email });

/** The path of a subscriber who may not exist. */
export const pathOf = (model: SubscriberModel, who: Name) =>
  `subscribers/${encodeURIComponent(model.key(who))}`;

export const unsubscribeAll = command('unsubscribeAll', name, async (who, model: SubscriberModel, server) => {
  const { status } = await server.post(`${pathOf(model, who)}/unsubscribe_all`, {});
  const subscriber = model.find(who.email);
  expect(status).toBe(subscriber ? 200 : 404);
  if (subscriber) model.setStatus(subscriber, 'unsubscribed');
});

export const deleteSubscriber = command('delete', name, async (who, model: SubscriberModel, server) => {
  const { status } = await server.delete(pathOf(model, who));
  const subscriber = model.find(who.email);
  expect(status).toBe(subscriber ? 204 : 404);
  if (subscriber) model.delete(subscriber);
});

export const wait = command(
  'wait',
  fc.integer({ min: 1, max: 3 }),
  async (seconds, model: SubscriberModel, server) => {
    model.now += seconds * 1000;
    server.clock.set(model.time());
  },
);
