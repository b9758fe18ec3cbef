import { expect, vi } from 'vitest';
import { createWebhookHandler, type WebhookFailure, type WebhookOptions } from '../src/webhooks/index.ts';

export const secret = 'a-secret-of-this-test';
export const url = `https://app.test/hooks/${secret}`;

export const bodyOf = (event: string, properties: object = {}, id = 's1') => ({
  event,
  data: { account_id: '9', subscriber: { id, email: 'ann@example.com' }, properties },
  occurred_at: '2026-01-31T09:00:00Z',
});

export const requestOf = (body: unknown, init: RequestInit = {}, address = url) =>
  new Request(address, {
    method: 'POST',
    body: typeof body === 'string' ? body : JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
    ...init,
  });

/** A handler, and all that it reports. */
export function handling(options: Partial<WebhookOptions>) {
  const reported: [unknown, WebhookFailure][] = [];
  const handler = createWebhookHandler({
    secret,
    on: {},
    onError: (error, failure) => reported.push([error, failure]),
    ...options,
  });
  return { handler, reported };
}

/** Status and body of an answer. */
export async function seen(answer: Promise<Response>) {
  const response = await answer;
  expect(response.headers.get('content-type')).toBe('application/json');
  return [response.status, await response.json()];
}

/** A listener that waits, and tells when it has been called so many times. */
export function waiting(calls = 1) {
  const called = Promise.withResolvers<void>();
  const end = Promise.withResolvers<void>();
  const listener = vi.fn(() => {
    if (listener.mock.calls.length === calls) called.resolve();
    return end.promise;
  });
  return { listener, called: called.promise, end: end.resolve };
}
