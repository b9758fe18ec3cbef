/** A handler of a Fetch-style server, such as a worker, Deno, Bun, Hono or a Next.js route. */
export type FetchHandler = (request: Request) => Promise<Response>;

type Texts = Readonly<Record<string, string>>;

/** Makes a JSON response that is not cached. Bytes are JSON already. */
export function answer(status: number, body: Uint8Array<ArrayBuffer> | Texts, headers: Texts = {}): Response {
  return new Response(body instanceof Uint8Array ? body : JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store', ...headers },
  });
}

/** Makes a failed response. `error` may appear in the sender's log, so it must not contain secrets. */
export const errorResponse = (status: number, error: string, headers?: Texts) =>
  answer(status, { error }, headers);

/** The header that tells the sender to retry after some seconds. */
export const retryAfter = (seconds: number) => ({ 'retry-after': String(Math.max(1, Math.ceil(seconds))) });
