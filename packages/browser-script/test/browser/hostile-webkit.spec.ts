// @thorough: hostile pages
/* The hostile scenarios in the engines that WebDriver drives. */
import { scenarios } from './hostile-scenarios.ts';
import { type HostileBrowser, type Tab, trialsOf, tryIn } from './hostile-trial.ts';
import { type Browser, startBrowser, type WebKitTab } from './webkit-browser.ts';
import { test as base } from './webkit-test.ts';

/** Starting a browser takes longer than most trials, so many trials share one. Each trial has its own site. */
const test = base.extend<object, { browserUnderTest: Browser }>({
  browserUnderTest: [
    async ({ engine }, use) => {
      await using browser = await startBrowser(engine);
      await use(browser);
    },
    { scope: 'worker' },
  ],
});

for (const [title, scenario] of Object.entries(scenarios)) {
  for (const name of trialsOf(title)) {
    test(name, async ({ browserUnderTest }) => {
      test.info().annotations.push({ type: 'version', description: browserUnderTest.version });
      const open = new Set<WebKitTab>();
      await tryIn((collector) => browserOf(browserUnderTest, open, collector.setReachable), scenario);
      for (const tab of open) await tab.close();
    });
  }
}

function browserOf(
  browser: Browser,
  open: Set<WebKitTab>,
  setReachable: (isReachable: boolean) => Promise<void>,
): HostileBrowser {
  const tabOf = (tab: WebKitTab): Tab => ({
    goto: tab.open,
    run: tab.run,
    ask: (expression) => tab.run(`return ${expression}`),
    async close() {
      open.delete(tab);
      await tab.close();
    },
  });
  return {
    async newTab() {
      const tab = await browser.newTab();
      open.add(tab);
      return tabOf(tab);
    },
    async crash() {
      open.clear();
      await browser.crash();
    },
    // WebDriver cannot switch off the network, so the script host accepts no connections.
    setOffline: (isOffline) => setReachable(!isOffline),
  };
}
