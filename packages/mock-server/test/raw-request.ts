import { once } from 'node:events';
import { type IncomingMessage, type RequestOptions, request } from 'node:http';
import { text } from 'node:stream/consumers';

/** Sends a request over a socket as it is, also with a path or headers that `fetch` would change or forbid. */
export async function sendRaw(
  url: string,
  path: string,
  options: RequestOptions & { readonly body?: string | undefined } = {},
) {
  const { hostname, port } = new URL(url);
  const sent = request({ hostname, port, path, agent: false, ...options }).end(options.body);
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  return { status: response.statusCode ?? 0, headers: response.headers, text: await text(response) };
}
