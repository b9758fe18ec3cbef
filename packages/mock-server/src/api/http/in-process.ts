import type { Answer } from './record-request.ts';

/**
 * Handles a request in-process with the semantics of `fetch`: rejects when the request's signal aborts, while waiting
 * and while reading the body. Responses without a delay ignore the signal.
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
