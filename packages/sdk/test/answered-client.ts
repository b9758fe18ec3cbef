import { vi } from 'vitest';
import { createClient } from '../src/client.ts';
import type { ClientOptions, Fetch } from '../src/options.ts';

export const url = 'https://api.test/v2/9/tags';
export const ok = () => Response.json({ tags: [] });
export const failed = () => new Response('', { status: 503 });

/** A client that gets these answers, one a request, the last for all that follow. Waits between retries are 0. */
export function answered(answers: readonly Fetch[], options: Partial<ClientOptions> = {}) {
  vi.spyOn(Math, 'random').mockReturnValue(0);
  const requests: Request[] = [];
  const fetch: Fetch = (request) => {
    const answer = answers[Math.min(requests.length, answers.length - 1)] as Fetch;
    requests.push(request.clone());
    return answer(request);
  };
  const client = createClient({
    baseUrl: 'https://api.test',
    accountId: '9',
    apiKey: 'key',
    fetch,
    ...options,
  } as ClientOptions);
  return { client, requests };
}

export const never = () => new Promise<Response>(() => {});
export const stalled = () =>
  new Response(new ReadableStream({ start: (stream) => stream.enqueue(new Uint8Array(8)) }));
