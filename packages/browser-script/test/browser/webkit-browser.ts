import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { WEBKITS } from '../../../../scripts/webkit.mjs';
import { killOffspring } from './processes.ts';
import { expect } from './shop.ts';
import { openSession, type Session, WebDriverError } from './web-driver.ts';

/** The engines that are driven by WebDriver. */
export type EngineName = keyof typeof WEBKITS;

/** A tab of a browser. */
export interface WebKitTab {
  open(url: string): Promise<void>;
  /** Runs the body of a function on the page. */
  run<T>(script: string): Promise<T>;
  /** Waits until a script gives something true. */
  until(script: string): Promise<void>;
  /** Presses keys, where the focus is. */
  type(text: string): Promise<void>;
  close(): Promise<void>;
}

/** A browser under way, and its first tab. */
export interface Browser extends WebKitTab, AsyncDisposable {
  readonly version: string;
  newTab(): Promise<WebKitTab>;
  /** Kills the processes of all pages: no tab is any more but the first, and that is a new one. */
  crash(): Promise<void>;
}

/** Keys as WebDriver names them. */
export const KEYS = { escape: '\ue00c', enter: '\ue007', tab: '\ue004' } as const;

/** Starts a browser; when it is disposed of, all that was started for it ends. */
export async function startBrowser(name: EngineName): Promise<Browser> {
  const children: ChildProcess[] = [];
  const end = async () => {
    for (const child of children.reverse()) {
      child.kill();
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    }
  };
  try {
    const { browser, open } = await startProcesses(name, children);
    let session = await open();
    return {
      ...tabOf(
        () => session,
        () => session.first,
      ),
      version: session.version,
      async newTab() {
        const tab = await openTab(session);
        return tabOf(
          () => session,
          () => tab,
        );
      },
      async crash() {
        killOffspring(browser, WEBKITS[name].pages);
        session = await replaceSession(session, open);
      },
      async [Symbol.asyncDispose]() {
        await session.end();
        // They may not notice that the browser has gone.
        killOffspring(browser, /./);
        await end();
      },
    };
  } catch (error) {
    await end();
    throw error;
  }
}

/** Starts a browser and a driver; gives the browser's process, and what opens a session with it. */
async function startProcesses(name: EngineName, children: ChildProcess[]) {
  const { driver, browser, options, display } = WEBKITS[name];
  const screen: NodeJS.ProcessEnv = {};
  if (display !== undefined) {
    const args = ['-displayfd', '1', '-screen', '0', '1280x800x24'];
    const { stdout } = await startProcess(name, children, display, args);
    screen.DISPLAY = `:${await once(stdout, 'data')}`.trim();
  }
  const [inspector, port] = [await freePort(), await freePort()];
  const environment = { ...screen, WEBKIT_INSPECTOR_SERVER: `127.0.0.1:${inspector}` };
  const { pid } = await startProcess(name, children, browser, options, environment);
  await startProcess(name, children, driver, [`--port=${port}`], screen);
  await Promise.all([inspector, port].map(listening));

  const relay = fileURLToPath(new URL('./inspector-relay.ts', import.meta.url));
  const option = name === 'WPE' ? 'wpe:browserOptions' : 'webkitgtk:browserOptions';
  const capabilities = {
    browserName: 'MiniBrowser',
    [option]: { binary: process.execPath, args: [relay, `${inspector}`] },
  };
  return { browser: pid as number, open: () => openSession(`http://127.0.0.1:${port}`, capabilities) };
}

async function startProcess(
  name: EngineName,
  children: ChildProcess[],
  command: string,
  args: string[],
  more: NodeJS.ProcessEnv = {},
) {
  const { environment, packages } = WEBKITS[name];
  const env = { ...process.env, ...environment, ...more };
  const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'ignore'] });
  try {
    await once(child, 'spawn');
  } catch (cause) {
    throw new Error(`${name} is not installed; Debian has it as: ${packages}`, { cause });
  }
  children.push(child);
  // Who does not read it holds it up.
  child.stdout.resume();
  return child;
}

/** Opens a session in place of one whose pages have crashed, as soon as that can be done. */
async function replaceSession(crashed: Session, open: () => Promise<Session>): Promise<Session> {
  let session = crashed;
  const isGone = async () => {
    try {
      await session.tabs();
      return false;
    } catch (error) {
      return error instanceof WebDriverError && error.code === 'invalid session id';
    }
  };
  const isBack = async () => {
    try {
      // The browser may come to see only now that one more page has crashed, and end the new session for it.
      if (await isGone()) session = await open();
      // A tab without a process does nothing else.
      await session.ask(session.first, 'POST', '/url', { url: 'about:blank' });
      return true;
    } catch (error) {
      if (error instanceof WebDriverError) return false;
      throw error;
    }
  };
  await expect.poll(isGone).toBe(true);
  await expect.poll(isBack, { timeout: 30_000 }).toBe(true);
  return session;
}

/** A tab of a session, by its handle; both may become others when the browser crashes. */
function tabOf(session: () => Session, handle: () => string): WebKitTab {
  const ask = <T>(method: string, path: string, body?: object) =>
    session().ask<T>(handle(), method, path, body);
  const run: WebKitTab['run'] = (script) => ask('POST', '/execute/sync', { script, args: [] });
  return {
    run,
    open: (url) => ask('POST', '/url', { url }),
    until: (script) => expect.poll(() => run(script), script).toBeTruthy(),
    async type(text) {
      const actions = [...text].flatMap((value) => [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ]);
      await ask('POST', '/actions', { actions: [{ type: 'key', id: 'keys', actions }] });
    },
    async close() {
      await ask('DELETE', '/window');
    },
  };
}

async function openTab({ first, ask, tabs }: Session): Promise<string> {
  const before = await tabs();
  await ask(first, 'POST', '/window/new', { type: 'tab' });
  if ((await tabs()).length === before.length) {
    // WPE takes the tab that is there for a new one; but pages may open some.
    await ask(first, 'POST', '/execute/sync', { script: "open('about:blank', '', 'noopener')", args: [] });
  }
  const tab = (await tabs()).find((one) => !before.includes(one));
  if (tab === undefined) throw new Error('there is no new tab');
  return tab;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('there is no port');
  return address.port;
}

/** Waits until somebody listens at a port. */
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
