import { expect, test, vi } from 'vitest';
import { bodyOf, handling, requestOf } from '../../test/webhook-handling.ts';
import { MisspeltListeners } from './create-webhook-handler.ts';

const warning = (name: string, event: string) =>
  `createWebhookHandler: there is no event ${name} in \`on\`, did you mean ${event}?`;

test('a listener for a misspelt event is told when the event comes', async () => {
  const warned = Promise.withResolvers<string>();
  vi.spyOn(console, 'warn').mockImplementation(warned.resolve);
  const { handler } = handling({ on: { 'subscriber.craeted': () => {} } as never });
  const { status } = await handler(requestOf(bodyOf('subscriber.created')));
  expect(status).toBe(200);
  expect(await warned.promise).toBe(warning('subscriber.craeted', 'subscriber.created'));
});

/** What is warned of after these events. */
async function warnings(names: readonly string[], events: readonly string[]): Promise<unknown[]> {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const misspelt = new MisspeltListeners(Object.fromEntries(names.map((name) => [name, () => {}])));
  for (const event of events) await misspelt.check(event);
  return warn.mock.calls.flat();
}

test('each listener once', async () => {
  const names = ['subscriber.craeted', 'subscriber.applied_tags', '*'];
  const events = ['subscriber.created', 'subscriber.created', 'subscriber.applied_tag', 'subscriber.deleted'];
  expect(await warnings(names, events)).toEqual([
    warning('subscriber.craeted', 'subscriber.created'),
    warning('subscriber.applied_tags', 'subscriber.applied_tag'),
  ]);
});

test.each<[string, string[], string]>([
  [
    'another event of a similar name',
    ['subscriber.marked_as_deliverable'],
    'subscriber.marked_as_undeliverable',
  ],
  ['an event that this version does not know', ['subscriber.archived'], 'subscriber.archived_\u001b'],
  ['another event', ['subscriber.craeted'], 'subscriber.deleted'],
])('%s causes no warning', async (_, names, event) => {
  expect(await warnings(names, [event])).toEqual([]);
});
