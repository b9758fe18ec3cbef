import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

/** A port that is currently free. */
export async function freePort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // it listens on a port, not on a pipe
  server.close();
  await once(server, 'close');
  return String(port);
}
