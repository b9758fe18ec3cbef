import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { WEBKITS } from '../../../../scripts/setup/requirements.mjs';
import { isRunning, killOffspring } from './processes.ts';
import { expect } from './shop.ts';
import type { Session } from './web-driver.ts';
import { type EngineName, startProcesses } from './webkit-processes.ts';

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
    const isBack = async () => {
      try {
        session = await open();
        // A tab without a process does nothing else.
        await session.ask(session.first, 'POST', '/url', { url: 'about:blank' });
        return true;
      } catch {
        return false; // not yet
      }
    };
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
        const pages = killOffspring(browser, WEBKITS[name].pages);
        // The browser comes to see that they have ended, and ends the session for it.
        await expect.poll(() => pages.some(isRunning)).toBe(false);
        await expect.poll(isBack, { timeout: 40_000 }).toBe(true);
      },
      async [Symbol.asyncDispose]() {
        try {
          await session.end();
        } finally {
          // They may not notice that the browser has gone.
          killOffspring(browser, /./);
          await end();
        }
      },
    };
  } catch (error) {
    await end();
    throw error;
  }
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
