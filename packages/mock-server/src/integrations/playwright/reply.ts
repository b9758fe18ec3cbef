import type { Server } from '../../admin/server-control.ts';
import { ServerClosed } from '../../shared/values/errors.ts';

/** A response that is complete, as routes need it. */
export interface Reply {
  readonly status: number;
  /** The cookies of `set-cookie` are separated by line breaks. */
  readonly headers: Record<string, string>;
  readonly body: Buffer;
}

/** Returns a server's reply. Undefined if an injected fault drops the connection, and once the server is closed. */
export async function replyTo(
  request: Request,
  server: Pick<Server, 'fetch'>,
  isNavigation: boolean,
): Promise<Reply | undefined> {
  try {
    // Browsers do not decode what routes reply.
    request.headers.delete('accept-encoding');
    return await readReply(await server.fetch(request), isNavigation);
  } catch (error) {
    // `fetch` rejects with a `TypeError` if a connection fails.
    if (error instanceof TypeError || error instanceof ServerClosed) return undefined;
    throw error;
  }
}

async function readReply(response: Response, isNavigation: boolean): Promise<Reply> {
  const { status } = response;
  const headers = Object.fromEntries(response.headers);
  const cookies = response.headers.getSetCookie();
  if (cookies.length > 0) headers['set-cookie'] = cookies.join('\n');
  if (headers['content-type']?.startsWith('text/event-stream')) {
    // A stream of events is never complete.
    await response.body?.cancel();
    return { status: 204, headers, body: Buffer.alloc(0) };
  }
  const body = Buffer.from(await response.arrayBuffer());
  const { location, ...others } = headers;
  if (!isNavigation || location === undefined || status < 300 || status > 399)
    return { status, headers, body };
  // Playwright does not route redirected requests. A page that refreshes to the target sends a new request.
  const refresh = { refresh: `0;url=${location}`, 'content-type': 'text/html' };
  return { status: 200, headers: { ...others, ...refresh }, body };
}
