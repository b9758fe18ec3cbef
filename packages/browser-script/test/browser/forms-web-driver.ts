import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { expect } from './shop.ts';

/** A browser that is driven by WebDriver, and what it takes to start it. */
export interface Engine {
  readonly name: string;
  readonly driver: string;
  readonly browser: string;
  readonly capabilities: Readonly<Record<string, unknown>>;
  readonly environment: Readonly<Record<string, string>>;
  /** Whether it needs a display. */
  readonly hasWindow: boolean;
}

const MINI_BROWSER = '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser';

/** Safari's engine as it is, and as it was some years ago. */
export const ENGINES: readonly Engine[] = [
  {
    name: 'WebKitGTK',
    driver: '/usr/bin/WebKitWebDriver',
    browser: MINI_BROWSER,
    capabilities: {
      browserName: 'MiniBrowser',
      'webkitgtk:browserOptions': { binary: MINI_BROWSER, args: ['--automation'] },
    },
    environment: { NO_AT_BRIDGE: '1', GTK_A11Y: 'none', LIBGL_ALWAYS_SOFTWARE: '1' },
    hasWindow: true,
  },
  {
    name: 'WPE',
    driver: '/usr/bin/WPEWebDriver',
    browser: '/usr/bin/cog',
    capabilities: {
      browserName: 'cog',
      'wpe:browserOptions': { binary: '/usr/bin/cog', args: ['--automation', '--platform=headless'] },
    },
    environment: { COG_PLATFORM_NAME: 'headless' },
    hasWindow: false,
  },
];

export const isInstalled = ({ driver, browser, hasWindow }: Engine): boolean =>
  [driver, browser, ...(hasWindow ? ['/usr/bin/Xvfb'] : [])].every((file) => existsSync(file));

/** A browser under way. */
export interface Browser extends AsyncDisposable {
  open(url: string): Promise<void>;
  /** Runs the body of a function on the page. */
  run<T>(script: string): Promise<T>;
  /** Waits until a script gives something true. */
  until(script: string): Promise<void>;
  /** Presses keys, where the focus is. */
  type(text: string): Promise<void>;
}

/** Keys as WebDriver names them. */
export const KEYS = { escape: '\ue00c', enter: '\ue007', tab: '\ue004' } as const;

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('there is no port');
  return address.port;
}

/** Starts a browser; when it is disposed of, all that was started for it ends. */
export async function startBrowser(engine: Engine): Promise<Browser> {
  const port = await freePort();
  const children: ChildProcess[] = [];
  const environment: Record<string, string | undefined> = { ...process.env, ...engine.environment };
  if (engine.hasWindow) {
    environment.DISPLAY = `:${port}`;
    children.push(spawn('/usr/bin/Xvfb', [`:${port}`, '-screen', '0', '1280x800x24'], { stdio: 'ignore' }));
  }
  children.push(spawn(engine.driver, [`--port=${port}`], { env: environment, stdio: 'ignore' }));
  const base = `http://127.0.0.1:${port}`;
  const call = async (method: string, path: string, body?: object) => {
    const response = await fetch(base + path, { method, ...(body && { body: JSON.stringify(body) }) });
    const { value } = (await response.json()) as { value: never };
    if (!response.ok) throw new Error(`${path}: ${JSON.stringify(value)}`);
    return value;
  };
  const isUp = async () => {
    try {
      return Boolean(await call('GET', '/status'));
    } catch {
      return false; // not yet
    }
  };
  await expect.poll(isUp).toBe(true);
  const { sessionId } = (await call('POST', '/session', {
    capabilities: { alwaysMatch: engine.capabilities },
  })) as { sessionId: string };
  const session = `/session/${sessionId}`;
  const run: Browser['run'] = (script) => call('POST', `${session}/execute/sync`, { script, args: [] });
  return {
    run,
    open: async (url) => void (await call('POST', `${session}/url`, { url })),
    until: (script) => expect.poll(() => run(script), script).toBeTruthy(),
    async type(text) {
      const keys = [...text].flatMap((value) => [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ]);
      await call('POST', `${session}/actions`, { actions: [{ type: 'key', id: 'keys', actions: keys }] });
    },
    async [Symbol.asyncDispose]() {
      await call('DELETE', session);
      for (const child of children.reverse()) {
        child.kill();
        if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      }
    },
  };
}
