import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, connect, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { onTestFinished } from 'vitest';

const root = join(import.meta.dirname, '../../..');

/** The origin of a server that is closed after the test. */
export async function listening(server: Server & { closeAllConnections?(): void }): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    server.closeAllConnections?.();
    await new Promise((resolve) => server.close(resolve));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

export const serving = (listener: RequestListener) => listening(createServer(listener));

/** A connection on which a test writes HTTP by hand, and all that comes back until it ends. */
export async function dial(url: string): Promise<{ socket: Socket; answer: Promise<string> }> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  await once(socket, 'connect');
  onTestFinished(() => void socket.destroy());
  let text = '';
  socket.setEncoding('utf8').on('data', (chunk) => {
    text += chunk;
  });
  const answer = new Promise<string>((resolve) => {
    socket.on('error', () => {}).on('close', () => resolve(text));
  });
  return { socket, answer };
}

/** Starts an example of this repository, which is ended after the test. */
export function startExample(name: string, variables: Record<string, string>) {
  const file = join(root, 'examples', name, 'main.ts');
  const child: ChildProcessByStdio<null, Readable, Readable> = spawn(
    process.execPath,
    ['--conditions=trickle-source', '--no-warnings', file],
    { env: { ...process.env, ...variables }, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  onTestFinished(async () => {
    child.kill();
    if (child.exitCode === null) await once(child, 'exit');
  });
  let complaints = '';
  child.stderr.setEncoding('utf8').on('data', (text) => {
    complaints += text;
  });
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  return {
    /** Its next line. */
    async line(): Promise<string> {
      const { done, value } = await lines.next();
      if (done) throw new Error(`The example ${name} has ended. ${complaints}`);
      return value;
    },
  };
}
