import { randomUUID } from 'node:crypto';
import { createServer, type Server } from '@trickle/mock-server';
import { type Collector, openCollector } from '../collector.ts';
import { expect } from './shop.ts';
import { openSite, type PageParts } from './site.ts';

/** A tab of a browser with any driver. */
export interface Tab {
  goto(url: string): Promise<void>;
  run(statements: string): Promise<void>;
  ask<T>(expression: string): Promise<T>;
  close(): Promise<void>;
}

/** A browser with any driver. */
export interface HostileBrowser {
  newTab(): Promise<Tab>;
  /** Kills the processes of all pages and closes the tabs. */
  crash(): Promise<void>;
  setOffline(isOffline: boolean): Promise<void>;
}

/** One run of a scenario in which events may get lost or duplicated. */
export interface Trial {
  readonly server: Server;
  readonly collector: Collector;
  readonly browser: HostileBrowser;
  /** The tab in which the scenario begins and ends. */
  tab: Tab;
  /** Makes this the site's page at every path. Returns its URL. */
  show(parts: PageParts): string;
}

/** Collects errors of the pages in the tab's `window.name`, which outlives them. */
const WATCH = `addEventListener('error', ({ message }) => { window.name += message + '. '; });
  addEventListener('unhandledrejection', ({ reason }) => { window.name += reason + '. '; });`;

/** The number of trials of each scenario. */
const TRIALS = Number(process.env.TRIALS ?? 1);

/** Returns the names of a scenario's tests. */
export const trialsOf = (title: string): string[] =>
  Array.from(
    { length: TRIALS },
    (_, index) => `${title}: all arrives, once${TRIALS > 1 ? ` (trial ${index + 1})` : ''}`,
  );

/** Runs a scenario in a browser, with its own site and server. */
export async function tryIn(
  browserAt: (collector: Collector) => HostileBrowser,
  scenario: (trial: Trial) => Promise<void>,
): Promise<void> {
  await using server = await createServer({
    seed: {
      accounts: [
        { id: '9999999', url: 'https://demo.example', users: [{ email: 'o@demo.example', token: 't' }] },
      ],
    },
  });
  await using collector = await openCollector(server);
  await using site = await openSite(collector.url, '9999999');
  const browser = browserAt(collector);
  // Cookies ignore ports.
  const subdomain = `t${randomUUID().slice(0, 8)}`;
  await scenario({
    server,
    collector,
    browser,
    tab: await browser.newTab(),
    show: ({ before = '', ...parts }) => site.show({ ...parts, subdomain, before: WATCH + before }),
  });
}

/** Opens a page in the scenario's tab. */
export const open = ({ tab, show }: Trial, parts: PageParts = {}): Promise<void> => tab.goto(show(parts));

/** Waits until the script has started on a page. */
export const loaded = (tab: Tab): Promise<void> =>
  // During a navigation, evaluating throws.
  expect.poll(() => tab.ask('typeof window._dc').catch(() => undefined)).toBe('object');

/** Waits until the tab has loaded a page of this path. A driver that navigates during a page's own navigation fails in Firefox. */
export const expectPath = (tab: Tab, path: string): Promise<void> =>
  expect
    .poll(() => tab.ask('document.readyState + location.pathname').catch(() => undefined))
    .toBe(`complete${path}`);

/** The messages that pages have stored. */
export const STORED =
  "Object.keys(localStorage).filter((key) => key.startsWith('_trickle_9999999_')).map((key) => localStorage.getItem(key)).join('')";

export const storedBy = (tab: Tab): Promise<string> => tab.ask(STORED);

/** Returns the names of the events that have arrived, in alphabetical order. */
export const performed = async ({ server }: Trial): Promise<string[]> =>
  (await server.events({ event: 'subscriber.performed_custom_event' }))
    .map(({ properties }) => `${properties.action}`)
    .sort();

/** Expects that each event has arrived exactly once, also after stored messages have been sent again. */
export async function expectDelivered(trial: Trial, ...names: string[]): Promise<void> {
  const { tab } = trial;
  await expect.poll(() => performed(trial)).toEqual([...names].sort());
  await open(trial, { path: '/last' });
  await loaded(tab);
  await expect.poll(() => storedBy(tab)).toBe('');
  expect(await performed(trial)).toEqual([...names].sort());
  expect(await tab.ask('window.name')).toBe('');
}

/** Expects that each callback was called once. A name is the command's, followed by `success` or `failure`. */
export async function expectCalled({ tab }: Trial, ...names: string[]): Promise<void> {
  // Not as an array, since pages may have changed how arrays are serialized.
  const count = 'window.calls.length';
  await expect.poll(() => tab.ask(count)).toBeGreaterThanOrEqual(names.length);
  const called = await tab.ask<string>("window.calls.map(({ name }) => name).sort().join('; ')");
  expect(called).toBe([...names].sort().join('; '));
}
