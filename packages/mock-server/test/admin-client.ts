/*
 * The admin API as a client in another language uses it: plain requests and JSON, without code of this package except
 * the server.
 */

/** The status of a response, and its JSON or its page if it has any. */
// biome-ignore lint/suspicious/noExplicitAny: JSON, as a client without types sees it
export type Json = any;

interface Reachable {
  readonly url?: string | undefined;
  fetch(request: Request): Promise<Response>;
}

/** Sends a request with the credentials of a caller, if any. */
export async function callAs(server: Reachable, authorization: string, route: string, body?: unknown) {
  const [method = '', path] = route.split(' ');
  const answer = await server.fetch(
    new Request(`${server.url ?? 'http://trickle.localhost'}${path}`, {
      method,
      headers: authorization === '' ? {} : { authorization },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }),
  );
  const text = await answer.text();
  const isJson = answer.headers.get('content-type')?.includes('json') === true && text !== '';
  return { status: answer.status, body: (isJson ? JSON.parse(text) : text || undefined) as Json };
}

/** Calls the admin API. */
export function adminOf(server: Reachable) {
  const call = (method: string, path: string, body?: unknown) =>
    callAs(server, '', `${method} /_admin${path}`, body);
  return {
    call,
    get: (path: string) => call('GET', path),
    post: (path: string, body: unknown = {}) => call('POST', path, body),
    put: (path: string, body: unknown) => call('PUT', path, body),
    delete: (path: string) => call('DELETE', path),
  };
}

/** A path with further members in its query. */
export function withQuery(path: string, query: object): string {
  const [name = '', given = ''] = path.split('?');
  const all = new URLSearchParams(given);
  for (const [key, value] of Object.entries(query)) all.set(key, String(value));
  return `${name}?${all}`;
}

/** The list in a response. */
export const itemsIn = (body: Json): Json[] => Object.values(body).find(Array.isArray) ?? [];

/** All items of a list, page by page, with pages of the given sizes in turn. */
export async function allPages(
  { admin }: { readonly admin: ReturnType<typeof adminOf> },
  path: string,
  ...sizes: readonly number[]
): Promise<Json[]> {
  const items: Json[] = [];
  let cursor: string | null | undefined;
  for (let page = 0; cursor !== null; page++) {
    const limit = sizes[page % sizes.length] ?? 1;
    const { status, body } = await admin.get(
      withQuery(path, { limit, ...(cursor !== undefined && { cursor }) }),
    );
    const found = itemsIn(body);
    if (status !== 200 || found.length > limit) throw new Error(`${path}: ${status} ${JSON.stringify(body)}`);
    items.push(...found);
    cursor = body.next_cursor;
  }
  return items;
}
