import type { Answer } from './record-request.ts';

/**
 * Answers a request as `fetch` does without a connection in between: it rejects once the request's signal aborts,
 * while waiting as well as while the body comes. Answers that nothing delays come whatever the signal says.
 */
export async function fetchInProcess(
  answer: Answer,
  request: Request,
  isDelayed: () => boolean,
): Promise<Response> {
  const { signal } = request;
  signal.throwIfAborted();
  if (!isDelayed()) return answer(request);
  const response = await Promise.race([answer(request), abortOf(signal)]);
  const { body, status, statusText, headers } = response;
  if (body === null) return response;
  return new Response(body.pipeThrough(new TransformStream(), { signal }), { status, statusText, headers });
}

const abortOf = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
