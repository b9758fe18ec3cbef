import { createAdaptorServer } from '@hono/node-server';

/** An open port. */
export interface Listener {
  /** With a real port, `http://127.0.0.1:4100`. */
  readonly url: string;
  /** Ends open connections and gives the port back. */
  close(): Promise<void>;
}

/** Where to listen, and how. */
export interface ListenOptions {
  /** Default 0: any free one. */
  readonly port?: number | undefined;
  /** Default 127.0.0.1. */
  readonly host?: string | undefined;
  /**
   * Whether nothing but the server runs in this process. Then its global `Request` and `Response` are replaced by
   * ones that take a third of the work off every request; else they stay the platform's own, since a test's other
   * code uses them as well. Default false.
   */
  readonly ownsProcess?: boolean | undefined;
}

/** Opens a port; rejects with the system's error when it cannot be had. */
export async function listen(
  answer: (request: Request) => Promise<Response>,
  { port = 0, host = '127.0.0.1', ownsProcess = false }: ListenOptions,
): Promise<Listener> {
  const server = createAdaptorServer({ fetch: answer, overrideGlobalObjects: ownsProcess });
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
