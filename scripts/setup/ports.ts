import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';

/** Lets a server listen on a free port of this machine, and returns the port. */
export async function listenOn(server: Server): Promise<number> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return (server.address() as AddressInfo).port; // it listens on a port, not on a pipe
}

/** A port that is currently free. */
export async function freePort(): Promise<string> {
  const server = createServer();
  const port = await listenOn(server);
  await once(server.close(), 'close');
  return String(port);
}
