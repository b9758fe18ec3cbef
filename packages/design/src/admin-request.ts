/** A request to the admin API of the reference server. */
export interface AdminRequest {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  /** JSON; undefined for a method without a body. */
  readonly body: string | undefined;
}

/**
 * The request for a route such as `GET /_admin/webhooks/{webhook_id}`. Members that the path names go there, all others
 * into the query or the body. Undefined and empty members of a query are left out.
 */
export function adminRequest(route: string, input: object): AdminRequest {
  const [method = 'GET', template = ''] = route.split(' ');
  const members = new Map<string, unknown>(Object.entries(input));
  const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(members.get(name));
    members.delete(name);
    return encodeURIComponent(value);
  });
  if (method === 'POST' || method === 'PUT') {
    return { method, path, body: JSON.stringify(Object.fromEntries(members)) };
  }
  const query = [...members].flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [[name, textOf(value)]],
  );
  const search = query.length === 0 ? '' : `?${new URLSearchParams(query)}`;
  return { method, path: path + search, body: undefined };
}

const textOf = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value));
