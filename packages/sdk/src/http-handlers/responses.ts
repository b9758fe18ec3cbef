/** A handler of a Fetch-style server, such as a worker, Deno, Bun, Hono or a Next.js route. */
export type FetchHandler = (request: Request) => Promise<Response>;

/** A JSON answer that no cache keeps; bytes are JSON already. */
export function answer(
  status: number,
  body: Uint8Array<ArrayBuffer> | Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return new Response(body instanceof Uint8Array ? body : JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store', ...headers },
  });
}

/** An answer that is no success. `error` is for whoever reads the sender's log: nothing secret. */
export function errorResponse(
  status: number,
  error: string,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return answer(status, { error }, headers);
}

/** Seconds from now when the sender may come again. */
export const retryAfter = (seconds: number) => ({ 'retry-after': String(Math.max(1, Math.ceil(seconds))) });
