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
  /** Waits until a script returns a truthy value. */
  until(script: string): Promise<void>;
  /** Presses keys on the focused element. */
  type(text: string): Promise<void>;
  close(): Promise<void>;
}

/** A running browser, and its first tab. */
export interface Browser extends WebKitTab, AsyncDisposable {
  readonly version: string;
  newTab(): Promise<WebKitTab>;
  /** Kills the processes of all pages. Then there is one tab, a new one. */
  crash(): Promise<void>;
}

/** WebDriver's codes of keys. */
export const KEYS = { escape: '\ue00c', enter: '\ue007', tab: '\ue004' } as const;

/** Starts a browser. Its disposal ends all processes that were started for it. */
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
        // A tab without a process can only load a page.
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
        // The browser notices that they have ended, and ends the session.
        await expect.poll(() => pages.some(isRunning)).toBe(false);
        await expect.poll(isBack).toBe(true);
      },
      async [Symbol.asyncDispose]() {
        try {
          await session.end();
        } finally {
          // Child processes may not notice that the browser has ended.
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

/** Wraps a tab of a session by its handle. Both change after a crash. */
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
    // WPE returns the existing tab as the new one, but pages can open tabs.
    await ask(first, 'POST', '/execute/sync', { script: "open('about:blank', '', 'noopener')", args: [] });
  }
  const tab = (await tabs()).find((one) => !before.includes(one));
  if (tab === undefined) throw new Error('The browser has opened no new tab.');
  return tab;
}
