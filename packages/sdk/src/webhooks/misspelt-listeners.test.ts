import { expect, test, vi } from 'vitest';
import { secret } from '../../test/webhook-handling.ts';
import { createWebhookHandler } from './create-webhook-handler.ts';

/** Warnings of a handler with listeners for these events. */
async function warnings(names: readonly string[]): Promise<unknown[]> {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const on = Object.fromEntries(names.map((name) => [name, () => {}]));
  createWebhookHandler({ secret, on });
  await import('../contract/webhook-events.ts'); // as the handler does
  await Promise.resolve();
  return warn.mock.calls.flat();
}

test('a misspelt event is reported when the handler is created', async () => {
  expect(await warnings(['subscriber.craeted', 'subscriber.applied_tags', '*'])).toEqual([
    'createWebhookHandler: there is no event subscriber.craeted in `on`, did you mean subscriber.created?',
    'createWebhookHandler: there is no event subscriber.applied_tags in `on`, did you mean subscriber.applied_tag?',
  ]);
});

test('known events, and names that resemble none, cause no warning', async () => {
  expect(await warnings(['subscriber.created', 'subscriber.deleted', '*', 'future.thing_happened'])).toEqual(
    [],
  );
});
