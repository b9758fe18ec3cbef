import type { TestServer } from './harness.ts';

/*
 * The admin API as a client in another language uses it: plain requests and JSON, without code of this package except
 * the server.
 */

/** The status of a response, and its JSON or its page if it has any. */
// biome-ignore lint/suspicious/noExplicitAny: JSON, as a client without types sees it
export type Json = any;

/** Calls the admin API. */
export function adminOf(server: TestServer) {
  const call = async (
    method: string,
    path: string,
    body?: unknown,
  ): Promise<{ status: number; body: Json }> => {
    const init = { method, ...(body !== undefined && { body: JSON.stringify(body) }) };
    const answer = await server.fetch(new Request(`${server.url}/_admin${path}`, init));
    const text = await answer.text();
    const isJson = answer.headers.get('content-type')?.includes('json') === true;
    return { status: answer.status, body: isJson ? JSON.parse(text) : text || undefined };
  };
  return {
    call,
    get: (path: string) => call('GET', path),
    post: (path: string, body: unknown = {}) => call('POST', path, body),
    put: (path: string, body: unknown) => call('PUT', path, body),
    delete: (path: string) => call('DELETE', path),
  };
}
