// @thorough: hostile pages
/*
 * The fourteen ways in which pages lose or duplicate events. Each runs TRIALS times (default: once). For `docs/hostile.md`,
 * each ran twenty times in every browser.
 */
import { type BrowserContext, type Page, test } from '@playwright/test';
import { scenarios } from './hostile-scenarios.ts';
import { type HostileBrowser, type Tab, trialsOf, tryIn } from './hostile-trial.ts';
import { killOffspring } from './processes.ts';

const tabOf = (page: Page): Tab => ({
  goto: async (url) => void (await page.goto(url)),
  run: (statements) => page.evaluate(statements),
  ask: (expression) => page.evaluate(expression),
  close: () => page.close(),
});

/** Kills the processes of all pages, which get no event. */
async function crash(context: BrowserContext, isChromium: boolean): Promise<void> {
  const pages = context.pages();
  if (isChromium) await Promise.all(pages.map(crashInChromium));
  else killOffspring(process.pid, /-contentproc.* tab\b/);
  await Promise.all(pages.map((page) => page.close()));
}

async function crashInChromium(page: Page): Promise<void> {
  const crashed = page.waitForEvent('crash');
  const session = await page.context().newCDPSession(page);
  // The command never gets an answer.
  session.send('Page.crash').catch(() => undefined);
  await crashed;
}

const browserOf = (context: BrowserContext, isChromium: boolean): HostileBrowser => ({
  newTab: async () => tabOf(await context.newPage()),
  setOffline: (isOffline) => context.setOffline(isOffline),
  crash: () => crash(context, isChromium),
});

for (const [title, scenario] of Object.entries(scenarios)) {
  for (const name of trialsOf(title)) {
    test(name, async ({ browser, context, browserName }) => {
      test.info().annotations.push({ type: 'version', description: browser.version() });
      await tryIn(() => browserOf(context, browserName === 'chromium'), scenario);
    });
  }
}
