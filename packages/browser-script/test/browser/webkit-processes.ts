import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { WEBKITS } from '../../../../scripts/setup/requirements.mjs';
import { expect } from './shop.ts';
import { openSession } from './web-driver.ts';

/** The engines that WebDriver drives. */
export type EngineName = keyof typeof WEBKITS;

/**
 * Starts a browser. Returns its process id and a function that opens a session. Each session has a new driver, since a
 * driver may hang after pages have crashed. Adds all started processes to `children`, even if it throws an error later.
 */
export async function startProcesses(name: EngineName, children: ChildProcess[]) {
  const { driver, browser, options, display } = WEBKITS[name];
  const screen: NodeJS.ProcessEnv = {};
  if (display !== undefined) {
    const args = ['-displayfd', '1', '-screen', '0', '1280x800x24'];
    const { stdout } = await startProcess(name, children, [display, ...args]);
    screen.DISPLAY = `:${await once(stdout, 'data')}`.trim();
  }
  const inspector = await freePort();
  const environment = { ...screen, WEBKIT_INSPECTOR_SERVER: `127.0.0.1:${inspector}` };
  const { pid } = await startProcess(name, children, [browser, ...options], environment);
  await listening(inspector);

  const relay = fileURLToPath(new URL('./inspector-relay.ts', import.meta.url));
  const option = name === 'WPE' ? 'wpe:browserOptions' : 'webkitgtk:browserOptions';
  const binary = { binary: process.execPath, args: [relay, `${inspector}`] };
  let present: ChildProcess | undefined;
  const open = async () => {
    present?.kill('SIGKILL');
    const port = await freePort();
    present = await startProcess(name, children, [driver, `--port=${port}`], screen);
    await listening(port);
    return openSession(`http://127.0.0.1:${port}`, { browserName: 'MiniBrowser', [option]: binary });
  };
  return { browser: pid as number, open };
}

async function startProcess(
  name: EngineName,
  children: ChildProcess[],
  [command, ...args]: [string, ...string[]],
  more: NodeJS.ProcessEnv = {},
) {
  const { environment, packages } = WEBKITS[name];
  const env = { ...process.env, ...environment, ...more };
  const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'ignore'] });
  try {
    await once(child, 'spawn');
  } catch (cause) {
    throw new Error(`${name} is not installed; Debian has it as: ${packages.join(' ')}`, { cause });
  }
  children.push(child);
  // An unread pipe would block the process.
  child.stdout.resume();
  return child;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return address.port;
}

/** Waits until a process listens at a port. */
async function listening(port: number): Promise<void> {
  const isListening = async () => {
    const socket = connect(port, '127.0.0.1');
    try {
      await once(socket, 'connect');
      return true;
    } catch {
      return false; // not yet
    } finally {
      socket.destroy();
    }
  };
  await expect.poll(isListening).toBe(true);
}
