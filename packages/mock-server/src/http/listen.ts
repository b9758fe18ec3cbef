import { createAdaptorServer } from '@hono/node-server';

/** An open port. */
export interface Listener {
  /** With a real port, `http://127.0.0.1:4100`. */
  readonly url: string;
  /** Ends open connections and gives the port back. */
  close(): Promise<void>;
}

/** Opens a port; rejects with the system's error when it cannot be had. */
export async function listen(
  answer: (request: Request) => Promise<Response>,
  port: number,
  host: string,
): Promise<Listener> {
  // The global Request and Response stay the platform's own: a test's other code uses them as well.
  const server = createAdaptorServer({ fetch: answer, overrideGlobalObjects: false });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const address = server.address();
  const open = typeof address === 'object' && address !== null ? address.port : port;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${open}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        if ('closeAllConnections' in server) server.closeAllConnections();
      }),
  };
}
