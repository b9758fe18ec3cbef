import { createServer, request } from 'node:http';
import { listenOn } from './ports.ts';

/** A reverse proxy that serves a server below a path. */
export interface PathProxy extends Disposable {
  /** The public URL of the server, without a trailing slash. */
  readonly url: string;
  /** The requests outside of the path. */
  readonly strays: string[];
  /** The server that receives requests. */
  target: string;
}

/** Starts a proxy in front of `target`. `keepsHost`: whether the server sees the Host header of the client. */
export async function startPathProxy({ path = '/trickle', keepsHost = true } = {}): Promise<PathProxy> {
  const strays: string[] = [];
  const proxy = createServer((incoming, outgoing) => {
    const { method, url = '', headers } = incoming;
    if (!url.startsWith(`${path}/`)) {
      if (url !== '/favicon.ico') strays.push(`${method} ${url}`);
      outgoing.writeHead(404).end();
      return;
    }
    const { host, ...others } = headers;
    const forwarded = { ...others, ...(keepsHost && { host }), 'x-forwarded-for': '203.0.113.7' };
    const options = { method, headers: forwarded, setHost: !keepsHost };
    const sent = request(started.target + url.slice(path.length), options, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
      answer.pipe(outgoing);
    });
    sent.on('error', () => outgoing.destroy());
    outgoing.on('close', () => sent.destroy());
    incoming.pipe(sent);
  });
  const started: PathProxy = {
    url: `http://127.0.0.1:${await listenOn(proxy)}${path}`,
    strays,
    target: '',
    [Symbol.dispose]: () => {
      proxy.closeAllConnections();
      proxy.close();
    },
  };
  return started;
}
