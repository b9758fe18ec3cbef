import { expect, onTestFinished, vi } from 'vitest';
import { createClient } from '../src/client.ts';
import type { ClientOptions, Fetch } from '../src/options.ts';

export const url = 'https://api.test/v2/9/tags';
export const ok = () => Response.json({ tags: [] });
export const failed = () => new Response('', { status: 503 });
export const never = () => new Promise<Response>(() => {});
export const stalled = () =>
  new Response(new ReadableStream({ start: (stream) => stream.enqueue(new Uint8Array(8)) }));

/** Options of a client with an API key. */
export type Options = Partial<Omit<ClientOptions, 'apiKey'>> & { readonly apiKey?: string | undefined };

/** A client of account 9. */
export const clientOf = (options: Options) =>
  createClient({ baseUrl: 'https://api.test', accountId: '9', apiKey: 'key', ...options } as ClientOptions);

/** A client that gets these answers, one a request, the last for all that follow. Waits between retries are 0. */
export function answered(answers: readonly Fetch[], options: Options = {}) {
  vi.spyOn(Math, 'random').mockReturnValue(0);
  const requests: Request[] = [];
  const fetch: Fetch = (request) => {
    const answer = answers[Math.min(requests.length, answers.length - 1)] as Fetch;
    requests.push(request.clone());
    return answer(request);
  };
  return { client: clientOf({ fetch, ...options }), requests };
}

/** The error of a call, which must be of this class. */
export async function failureOf<Failure extends Error>(
  call: PromiseLike<unknown>,
  Class: abstract new (...given: never) => Failure,
): Promise<Failure> {
  const reason = await call.then(
    () => expect.unreachable('not rejected'),
    (error: unknown) => error,
  );
  expect(reason).toBeInstanceOf(Class);
  return reason as Failure;
}

/** The rejections that nobody handles during a test. */
export function unhandledRejections(): unknown[] {
  const reasons: unknown[] = [];
  const note = (reason: unknown) => void reasons.push(reason);
  process.on('unhandledRejection', note);
  onTestFinished(() => void process.off('unhandledRejection', note));
  return reasons;
}
