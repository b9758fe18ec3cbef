import { randomUUID } from 'node:crypto';
import { createServer, type Server } from '@trickle/mock-server';
import { type Collector, openCollector } from '../collector.ts';
import { expect } from './shop.ts';
import { openSite, type PageParts } from './site.ts';

/** A tab of a browser, whoever drives it. */
export interface Tab {
  goto(url: string): Promise<void>;
  run(statements: string): Promise<void>;
  ask<T>(expression: string): Promise<T>;
  close(): Promise<void>;
}

/** A browser, whoever drives it. */
export interface HostileBrowser {
  newTab(): Promise<Tab>;
  /** Kills all pages without a word; no tab is any more. */
  crash(): Promise<void>;
  setOffline(isOffline: boolean): Promise<void>;
}

/** One attempt of a hostile page to lose or to double what the script was told. */
export interface Trial {
  readonly server: Server;
  readonly collector: Collector;
  readonly browser: HostileBrowser;
  /** The tab in which the story begins and ends. */
  tab: Tab;
  /** Makes this the page of the site, at every path; gives its URL. */
  show(parts: PageParts): string;
}

/** Errors of the site's pages come into the tab's name, which outlives them. */
const WATCH = `addEventListener('error', ({ message }) => { window.name += message + '. '; });
  addEventListener('unhandledrejection', ({ reason }) => { window.name += reason + '. '; });`;

/** How often each scenario is tried. */
const TRIALS = Number(process.env.TRIALS ?? 1);

/** The names of the tests that try something. */
export const trialsOf = (title: string): string[] =>
  Array.from(
    { length: TRIALS },
    (_, index) => `${title}: all arrives, once${TRIALS > 1 ? ` (trial ${index + 1})` : ''}`,
  );

/** Tries a scenario in a browser, on a site and a server of its own. */
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
  // Cookies know no ports.
  const subdomain = `t${randomUUID().slice(0, 8)}`;
  await scenario({
    server,
    collector,
    browser,
    tab: await browser.newTab(),
    show: ({ before = '', ...parts }) => site.show({ ...parts, subdomain, before: WATCH + before }),
  });
}

/** Opens a page in the tab of the story. */
export const open = ({ tab, show }: Trial, parts: PageParts = {}): Promise<void> => tab.goto(show(parts));

/** Waits until the script runs on a page. */
export const loaded = (tab: Tab): Promise<void> =>
  // Amid a navigation there is no page to ask.
  expect.poll(() => tab.ask('typeof window._dc').catch(() => undefined)).toBe('object');

/** Waits until a page of this path is there. */
export const expectPath = (tab: Tab, path: string): Promise<void> =>
  expect.poll(() => tab.ask('location.pathname').catch(() => undefined)).toBe(path);

/** What outlives pages, as a tab sees it. */
export const kept = (tab: Tab): Promise<string> =>
  tab.ask(
    "Object.keys(localStorage).filter((key) => key.startsWith('_trickle_9999999')).map((key) => localStorage.getItem(key)).join('')",
  );

/** The names of the events that have arrived, in order of the alphabet. */
export const performed = async ({ server }: Trial): Promise<string[]> =>
  (await server.events({ event: 'subscriber.performed_custom_event' }))
    .map(({ properties }) => `${properties.action}`)
    .sort();

/** Everything has arrived, and nothing has arrived twice, also when whatever was kept has been sent again. */
export async function expectDelivered(trial: Trial, ...names: string[]): Promise<void> {
  const { tab } = trial;
  await expect.poll(() => performed(trial)).toEqual([...names].sort());
  await open(trial, { path: '/last' });
  await loaded(tab);
  await expect.poll(() => kept(tab)).toBe('');
  expect(await performed(trial)).toEqual([...names].sort());
  expect(await tab.ask('window.name')).toBe('');
}

/** Every callback was called, once; names are those of the commands, with what became of them. */
export async function expectCalled({ tab }: Trial, ...names: string[]): Promise<void> {
  // No list, since pages may have changed what lists look like.
  const count = 'window.calls.length';
  await expect.poll(() => tab.ask(count)).toBeGreaterThanOrEqual(names.length);
  const called = await tab.ask<string>("window.calls.map(({ name }) => name).sort().join('; ')");
  expect(called).toBe([...names].sort().join('; '));
}
