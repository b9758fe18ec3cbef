// @thorough: hostile pages
/* The hostile scenarios in the engines that WebDriver drives. */
import { scenarios } from './hostile-scenarios.ts';
import { type HostileBrowser, type Tab, trialsOf, tryIn } from './hostile-trial.ts';
import type { Browser, WebKitTab } from './webkit-browser.ts';
import { test } from './webkit-test.ts';

for (const [title, scenario] of Object.entries(scenarios)) {
  for (const name of trialsOf(title)) {
    test(name, async ({ shared }) => {
      test.info().annotations.push({ type: 'version', description: shared.version });
      const open = new Set<WebKitTab>();
      await tryIn((collector) => browserOf(shared, open, collector.setReachable), scenario);
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
